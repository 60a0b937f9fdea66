"""Numba's types of kernel arguments, and a type for bundles.

Numba passes a named tuple as its fields, and an array as seven numbers, so a function that takes
bundles has hundreds of arguments. Here a bundle is the address of its fields, and an inner bundle
an address among them. The fields are written once, before Python calls a kernel, and only read
after that.
"""

from __future__ import annotations

from functools import cache
from typing import Any
from zlib import crc32

from llvmlite import ir
from numba.core import cgutils
from numba.core import types as numba_core_types
from numba.core.typing.templates import AttributeTemplate
from numba.extending import infer_getattr, lower_getattr_generic, models, register_model

from bolets_solver.jit.signatures import ArrayType, BundleType, Given, Scalar, Several

types: Any = numba_core_types  # a module that collects its names on import


@cache
def numba_type(given: Given | Several) -> Any:
    """Return Numba's type of an argument or result."""
    if isinstance(given, ArrayType):
        return types.Array(getattr(types, given.dtype), given.dimensions, "C")
    if isinstance(given, BundleType):
        nbytes = 8 * sum(field.words for field in given.fields)
        return Bundle(given.kind, tuple(map(numba_type, given.fields)), nbytes)
    if isinstance(given, Several):
        return types.UniTuple(types.int64, given.count)
    assert isinstance(given, Scalar)
    return getattr(types, given.name)


class Bundle(types.Type):
    """The Numba type of a named tuple of arrays and bundles, passed by address."""

    def __init__(self, kind: type[Any], fields: tuple[Any, ...], nbytes: int):
        self.kind = kind
        self.fields = fields
        self.nbytes = nbytes
        # short, since names of types are part of every symbol
        mark = crc32(repr(fields).encode())
        super().__init__(name=f"{kind.__module__}.{kind.__qualname__}.{mark:x}")


@register_model(Bundle)
class _BundleModel(models.PrimitiveModel):
    def __init__(self, manager: Any, bundle: Bundle):
        fields = [manager[field].get_value_type() for field in bundle.fields]
        super().__init__(manager, bundle, ir.LiteralStructType(fields).as_pointer())

    def from_argument(self, builder: Any, value: Any) -> Any:
        """Declare the pointer valid, so that fields may be read early."""
        if isinstance(value, ir.Argument):
            value.attributes.dereferenceable = self._fe_type.nbytes
            value.attributes.align = 8
        return super().from_argument(builder, value)


@infer_getattr
class _BundleFields(AttributeTemplate):
    key = Bundle

    def generic_resolve(self, bundle: Bundle, name: str) -> Any:
        if name not in bundle.kind._fields:
            return None
        return bundle.fields[bundle.kind._fields.index(name)]


@lower_getattr_generic(Bundle)
def _read_field(context: Any, builder: Any, bundle: Bundle, address: Any, name: str) -> Any:
    index = bundle.kind._fields.index(name)
    value = _load(builder, address, (0, index))
    inner = bundle.fields[index]
    if isinstance(inner, Bundle):  # as of an argument
        for word, number in (("dereferenceable", inner.nbytes), ("align", 8)):
            constant = ir.Constant(ir.IntType(64), number)
            value.set_metadata(word, builder.module.add_metadata([constant]))
    return value


def _load(builder: Any, address: Any, path: tuple[int, ...]) -> Any:
    """Return the value at ``path``, read number by number.

    Every number is declared invariant, so the compiler need not read it again after each store.
    Reading a whole array at once would lose this declaration.
    """
    place = cgutils.gep_inbounds(builder, address, *path)
    kind = place.type.pointee
    if not isinstance(kind, ir.Aggregate):
        number = builder.load(place)
        number.set_metadata("invariant.load", builder.module.add_metadata([]))
        return number
    whole = ir.Constant(kind, ir.Undefined)
    for index in range(len(kind)):
        whole = builder.insert_value(whole, _load(builder, address, (*path, index)), index)
    return whole
