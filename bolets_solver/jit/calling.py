"""Pack the arguments of kernels into words of 8 bytes, and unpack results.

A kernel sees an array as Numba's struct: owner, parent, number of items, bytes per item, address,
shape, strides. The owner is null: kernels count no references, and Python keeps the arrays alive. A
bundle is the structs of its arrays in a row, with the address of each inner bundle. A kernel gets
the address of a struct or of a bundle.
"""

from __future__ import annotations

import ctypes
import weakref
from collections.abc import Callable
from operator import index
from typing import Any

from bolets_solver.jit.signatures import ArrayType, BundleType, Given, Scalar, Several

_LIMIT = 1 << 63

Packer = Callable[[Any, list[Any]], int]
"""Packs an argument into a word; what the word points to is added to the list."""


def packer(given: Given) -> Packer:
    """Return the packer of a type; it raises TypeError for an argument of another type."""
    if isinstance(given, Scalar):
        return _number
    if isinstance(given, ArrayType):
        return _Structs(None, (given,)).pack_array
    assert isinstance(given, BundleType)
    return _Structs(given.kind, given.fields).pack_bundle


def unpacker(returns: Scalar | Several) -> tuple[int, Callable[[Any, int], Any]]:
    """Return the number of words of a result, and a function that reads it from the words."""
    if isinstance(returns, Several):
        count = returns.count
        return count, lambda words, at: tuple(words[at : at + count])
    if returns.name == "void":
        return 0, lambda words, at: None
    if returns.name == "boolean":
        return 1, lambda words, at: bool(words[at])
    return 1, lambda words, at: words[at]


def _number(argument: Any, held: list[Any]) -> int:
    try:
        number = index(argument)
    except TypeError:
        if type(argument).__name__ == "bool":  # of numpy
            return int(argument)
        raise TypeError(f"an integer is needed, not {argument!r}") from None
    if not -_LIMIT <= number < _LIMIT:
        raise TypeError(f"{number} is too large for a kernel")
    return number


class _Structs:
    """Makes the structs of arrays, and caches them while all the arrays live.

    Most arrays are passed many times. They must not be resized in place, because their address is
    cached. A bundle that contains bundles is described each time, because one of them may have
    moved.
    """

    def __init__(self, kind: type[Any] | None, fields: tuple[ArrayType | BundleType, ...]):
        self._kind = kind
        self._fields = fields
        names = getattr(kind, "_fields", ("",))
        self._inner = {
            name: _Structs(field.kind, field.fields)
            for name, field in zip(names, fields, strict=True)
            if isinstance(field, BundleType)
        }
        self._kept: dict[tuple[int, ...], tuple[int, Any, Any]] = {}

    def pack_array(self, argument: Any, held: list[Any]) -> int:
        """Return the address of the struct of an array."""
        return self._address((argument,), held)

    def pack_bundle(self, argument: Any, held: list[Any]) -> int:
        """Return the address of the structs of a bundle's arrays."""
        if type(argument) is not self._kind:
            name = "" if self._kind is None else self._kind.__name__
            raise TypeError(f"a {name} is needed, not a {type(argument).__name__}")
        return self._address(argument, held)

    def _address(self, fields: tuple[Any, ...], held: list[Any]) -> int:
        held.append(fields)
        if self._inner:
            structs = self._describe(fields, held)
            held.append(structs)
            return ctypes.addressof(structs)
        key = tuple(map(id, fields))
        kept = self._kept.get(key)
        if kept is None:
            kept = self._keep(fields, key)
        held.append(kept)
        return kept[0]

    def _keep(self, arrays: tuple[Any, ...], key: tuple[int, ...]) -> tuple[int, Any, Any]:
        """Describe arrays and cache the struct until one of them is gone."""
        structs = self._describe(arrays, [])
        forget = self._kept.pop

        def gone(_: Any) -> None:
            forget(key, None)

        watchers = [weakref.ref(array, gone) for array in arrays]
        kept = self._kept[key] = ctypes.addressof(structs), structs, watchers
        return kept

    def _describe(self, fields: tuple[Any, ...], held: list[Any]) -> Any:
        words: list[int] = []
        names = getattr(self._kind, "_fields", ("",))
        for name, wanted, field in zip(names, self._fields, fields, strict=True):
            if isinstance(wanted, BundleType):
                words.append(self._inner[name].pack_bundle(field, held))
                continue
            _check(field, wanted, f"{self._kind.__name__}.{name}" if self._kind else "it")
            data = field.__array_interface__["data"][0]
            words += [0, 0, field.size, field.itemsize, data, *field.shape, *field.strides]
        return (ctypes.c_int64 * len(words))(*words)


def _check(array: Any, wanted: ArrayType, name: str) -> None:
    """Raise TypeError if an argument is not an array of the declared type."""
    import numpy as np

    dimensions = f"{wanted.dimensions} dimension{'s' if wanted.dimensions > 1 else ''}"
    needed = f"{name} must be a writable array of {wanted.dtype} with {dimensions}, in C order"
    if not isinstance(array, np.ndarray):
        raise TypeError(f"{needed}, not a {type(array).__name__}")
    flags = array.flags
    fits = array.dtype == np.dtype(wanted.dtype) and array.ndim == wanted.dimensions
    if not (fits and flags.c_contiguous and flags.writeable and flags.aligned):
        order = "in C order" if flags.c_contiguous else "with gaps or in another order"
        writable = "writable" if flags.writeable else "read-only"
        raise TypeError(
            f"{needed}; it is {writable}, of {array.dtype}, with shape {array.shape}, {order}"
        )
