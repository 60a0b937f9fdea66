"""Bundles: named tuples of arrays that kernels hand to each other as one pointer.

To Numba a named tuple is its fields, and an array is seven numbers, so a function that takes some
bundles has hundreds of arguments, at its beginning and at every call. Here a bundle is the address
of its fields. They are written once, when Python calls a kernel, and only read from then on.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.typing.templates import AttributeTemplate
from numba.extending import (
    NativeValue,
    infer_getattr,
    lower_getattr_generic,
    models,
    register_model,
    typeof_impl,
    unbox,
)


class BundleType(types.Type):
    """The Numba type of a named tuple of arrays that is passed by its address."""

    def __init__(self, kind: type[Any], fields: tuple[Any, ...]):
        self.kind = kind
        self.fields = fields
        self.as_tuple = types.NamedTuple(list(fields), kind)
        super().__init__(name=f"Bundle:{self.as_tuple.name}")


def bundle_type(kind: type[Any], **fields: Any) -> BundleType:
    """Return the type of a named tuple; ``fields`` names the type of each of its arrays.

    From now on Numba takes all named tuples of this kind for bundles.
    """
    if tuple(fields) != kind._fields:
        raise TypeError(f"the fields of {kind.__name__} are {kind._fields}")
    typeof_impl.register(kind)(_type_of)
    return BundleType(kind, tuple(fields.values()))


def _type_of(value: Any, context: Any) -> BundleType:
    return BundleType(type(value), tuple(typeof_impl(field, context) for field in value))


@register_model(BundleType)
class _BundleModel(models.PrimitiveModel):
    def __init__(self, manager: Any, bundle: BundleType):
        fields = [manager[field].get_value_type() for field in bundle.fields]
        super().__init__(manager, bundle, ir.LiteralStructType(fields).as_pointer())


@infer_getattr
class _BundleFields(AttributeTemplate):
    key = BundleType

    def generic_resolve(self, bundle: BundleType, name: str) -> Any:  # type: ignore[override]
        if name not in bundle.kind._fields:
            return None
        return bundle.fields[bundle.kind._fields.index(name)]


@lower_getattr_generic(BundleType)
def _read_field(context: Any, builder: Any, bundle: BundleType, address: Any, name: str) -> Any:
    return _load(builder, address, (0, bundle.kind._fields.index(name)))


def _load(builder: Any, address: Any, path: tuple[int, ...]) -> Any:
    """The value that stands where ``path`` leads to, read number by number.

    Every number is declared never to change, so the compiler need not read it again after each
    store, as any store might have changed it otherwise. A whole array would lose the declaration.
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


@unbox(BundleType)
def _write_fields(bundle: BundleType, value: Any, c: Any) -> NativeValue:
    address = cgutils.alloca_once(c.builder, c.context.get_value_type(bundle).pointee)
    failed = cgutils.false_bit
    for index, field in enumerate(bundle.fields):
        array = c.pyapi.tuple_getitem(value, index)
        place = cgutils.gep_inbounds(c.builder, address, 0, index)
        wrong = c.builder.call(_array_reader(field, c), [array, place])
        failed = c.builder.or_(failed, wrong)
    return NativeValue(_as_written(c.builder, address), is_error=failed)


def _as_written(builder: Any, address: Any) -> Any:
    """The same address, but nothing can be read from it before all that was written until now."""
    same = ir.FunctionType(address.type, [address.type])
    return builder.asm(same, "", "=r,0,~{memory}", [address], side_effect=True)


def _array_reader(array: Any, c: Any) -> Any:
    """The function that writes an array object of Python to a place; it returns whether it failed.

    One function for all arrays of a type, since the code is long.
    """
    module = c.builder.module
    name = f"read_{array.ndim}_{array.dtype}"
    if name not in module.globals:
        place = c.context.get_value_type(array).as_pointer()
        reader = ir.Function(module, ir.FunctionType(ir.IntType(1), [c.pyapi.pyobj, place]), name)
        reader.linkage = "internal"
        reader.attributes.add("noinline")
        builder = ir.IRBuilder(reader.append_basic_block())
        inside = c._replace(builder=builder, pyapi=c.context.get_python_api(builder))
        native = inside.unbox(array, reader.args[0])
        builder.store(native.value, reader.args[1])
        builder.ret(native.is_error)
    return module.globals[name]
