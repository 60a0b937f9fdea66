"""Types of arguments and results of kernels, for their signatures.

These are plain descriptions: Numba's own types are needed only to compile.

A literal or a truth value in place of an integer makes a second version of a function without a
signature, which costs compile time. So functions that are called that way have a signature.
Recursive kernels need one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


class Given:
    """The type of an argument."""


@dataclass(frozen=True)
class Scalar(Given):
    """One number, named like its numpy type; or a truth value, or nothing."""

    name: str

    def __call__(self, *arguments: Given) -> Signature:
        """Return the signature of a kernel that returns this."""
        return Signature(self, arguments)


@dataclass(frozen=True)
class Several:
    """A tuple of ``count`` integers (int64) as a result."""

    count: int

    def __call__(self, *arguments: Given) -> Signature:
        """Return the signature of a kernel that returns this."""
        return Signature(self, arguments)


@dataclass(frozen=True)
class ArrayType(Given):
    """A writable array, row after row without gaps (C order), of numbers of one type."""

    dtype: str
    dimensions: int

    @property
    def words(self) -> int:
        """Number of words of 8 bytes in the array's struct."""
        return 5 + 2 * self.dimensions


@dataclass(frozen=True)
class BundleType(Given):
    """A named tuple of arrays and other bundles, passed as one pointer."""

    kind: type[Any]
    fields: tuple[ArrayType | BundleType, ...]

    @property
    def words(self) -> int:
        """Number of words of 8 bytes for the bundle: its address."""
        return 1


@dataclass(frozen=True)
class Signature:
    """The types of a kernel's result and arguments."""

    returns: Scalar | Several
    arguments: tuple[Given, ...]


def bundle_type(kind: type[Any], **fields: ArrayType | BundleType) -> BundleType:
    """Return the type of a named tuple; ``fields`` names the type of each of its fields.

    Raises TypeError if they are not the fields of ``kind``, in order.
    """
    if tuple(fields) != kind._fields:
        raise TypeError(f"the fields of {kind.__name__} are {kind._fields}")
    return BundleType(kind, tuple(fields.values()))


VOID = Scalar("void")
TRUTH = Scalar("boolean")
INT = Scalar("int64")
THREE = Several(3)
INTS = ArrayType("int64", 1)
ROWS = ArrayType("int64", 2)
BLOCKS = ArrayType("int64", 3)
BYTES = ArrayType("int8", 1)
BYTE_ROWS = ArrayType("int8", 2)
BYTE_BLOCKS = ArrayType("int8", 3)
SHORTS = ArrayType("int16", 1)
SHORT_ROWS = ArrayType("int16", 2)
SHORT_BLOCKS = ArrayType("int16", 3)
WORDS = ArrayType("int32", 1)
WORD_ROWS = ArrayType("int32", 2)
