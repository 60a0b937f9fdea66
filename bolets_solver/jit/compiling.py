"""Compile a library of kernels with Numba: one LLVM module, optimised once, to object code.

Numba usually compiles each function into its own library and optimises it again in every caller.
Here Numba only types and translates: all functions go once into one module, which is optimised and
compiled to object code. Numba's usual contexts stay unchanged for other users of Numba in this
process.

``tests/jit/test_leaning.py`` checks the internals of Numba that this module relies on.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any, ClassVar

from llvmlite import binding, ir
from numba.core import cgutils, codegen, cpu, typed_passes, typing, untyped_passes
from numba.core.compiler import CompilerBase, Flags, compile_extra
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import PassManager
from numba.core.datamodel import models
from numba.core.itanium_mangler import mangle
from numba.core.registry import cpu_target
from numba.core.runtime import rtsys
from numba.extending import register_model, typeof_impl

from bolets_solver.errors import InternalError
from bolets_solver.jit.keeping import Compiled
from bolets_solver.jit.kernels import Entry, Inner
from bolets_solver.jit.numba_types import numba_type, types
from bolets_solver.jit.processor import target_machine
from bolets_solver.jit.signatures import ArrayType, Scalar, Several

KNOWN_OUTSIDE = frozenset({"memset", "memcpy", "memmove", "bcmp", "memcmp"})
"""C library functions that compiled code may call; they exist in every process."""

_OPTIONS = {
    "nopython": True,
    "nogil": True,
    "error_model": "numpy",
    "boundscheck": False,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "_nrt": False,
}
"""No reference counting, which costs much time where small functions get arrays, and no code that
makes arrays: kernels allocate nothing."""


def compile_kernels(name: str, modules: list[ModuleType]) -> Compiled:
    """Compile all kernels that Python can call in some modules, and what they call."""
    entries = [
        value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, Entry) and value.__module__ == module.__name__
    ]
    with global_compiler_lock, _collecting_seldom(), _Compilation() as compilation:
        symbols = {entry.name: compilation.add_entry(entry) for entry in entries}
        return Compiled(symbols, compilation.object_code(name, list(symbols.values())))


@contextmanager
def _collecting_seldom() -> Iterator[None]:
    """Collect garbage less often inside the ``with`` block: it takes a tenth of compile time."""
    usual = gc.get_threshold()
    gc.set_threshold(100_000, 50, 50)
    try:
        yield
    finally:
        gc.set_threshold(*usual)


class _Part(codegen.CodeLibrary):
    """A library for Numba whose content goes into the module of the compilation."""

    def add_ir_module(self, ir_module: Any) -> None:
        """Add translated functions."""
        module = binding.parse_assembly(cgutils.normalize_ir_text(str(ir_module)))
        self._codegen.whole.link_in(module)

    def add_linking_library(self, library: Any) -> None:
        """Do nothing: callees are in the module, or will be."""

    def finalize(self) -> None:
        """Do nothing: the module is optimised as a whole."""
        self._finalized = True

    def get_function(self, name: str) -> Any:
        """Return a function by its symbol."""
        return self._codegen.whole.get_function(name)

    def get_pointer_to_function(self, name: str) -> int:
        """Return 0: nothing is run here."""
        return 0

    def get_llvm_str(self) -> str:
        """Return the module as text."""
        return str(self._codegen.whole)

    def get_asm_str(self) -> str:
        """Return an empty text: there is no machine code yet."""
        return ""

    @staticmethod
    def _object_compiled_hook(ll_module: Any, code: bytes) -> None:
        pass

    @staticmethod
    def _object_getbuffer_hook(ll_module: Any) -> None:
        pass


class _Codegen(codegen.JITCPUCodegen):
    """Gathers all functions in one module."""

    _library_class = _Part

    def __init__(self, name: str):
        super().__init__(name)
        self.whole = binding.parse_assembly(str(self._create_empty_module(name)))

    def set_env(self, env_name: str, env: Any) -> None:
        """Do nothing: no kernel needs the interpreter."""


class _Typing(typing.Context):
    """Numba's types of calls, cached: Numba tries dozens of ways to type an addition."""

    def __init__(self) -> None:
        super().__init__()
        self._found: dict[Any, Any] = {}

    def resolve_function_type(self, func: Any, args: Any, kws: Any) -> Any:
        """Return the signature of a call."""
        if not isinstance(func, types.Function):
            return super().resolve_function_type(func, args, kws)
        key = func, tuple(args), tuple(dict(kws).items())
        if key not in self._found:
            found = super().resolve_function_type(func, args, kws)
            if found is None:
                return None
            self._found[key] = found
        return self._found[key]


class _Target(cpu.CPUContext):
    """Numba's translator, with our own symbols for functions."""

    def init(self) -> None:
        """Set up, without Numba's runtime functions."""
        super().init()
        self.symbols: dict[Any, str] = {}
        self._internal_codegen = _Codegen("kernels")

    def load_additional_registries(self) -> None:
        """Load the translations; Numba's runtime is not set up for these contexts."""
        usual, rtsys._init = rtsys._init, True
        try:
            super().load_additional_registries()
        finally:
            rtsys._init = usual

    def post_lowering(self, mod: Any, library: Any) -> None:
        """Do nothing: kernels need no runtime, and 64-bit processors need no help with division."""

    @property
    def mangler(self) -> Any:
        """The function that makes symbols."""
        return self._symbol

    def _symbol(self, name: str, types: Any, *, abi_tags: Any = (), uid: Any = None) -> str:
        given = self.symbols.get((name, tuple(types)))
        return given or str(super().mangler(name, types, abi_tags=abi_tags, uid=uid))


class _Pipeline(CompilerBase):
    """The passes from Python to LLVM IR that a kernel needs.

    Numba's usual passes also handle closures, contexts, literals to unroll, array expressions and
    more that kernels do not use.
    """

    def define_pipelines(self) -> list[PassManager]:
        """Return the passes, in order."""
        steps = PassManager("kernel")
        for step in (
            untyped_passes.TranslateByteCode,
            untyped_passes.FixupArgs,
            untyped_passes.IRProcessing,
            untyped_passes.GenericRewrites,
            untyped_passes.ReconstructSSA,
            typed_passes.NopythonTypeInference,
            typed_passes.PreLowerStripPhis,
            typed_passes.IRLegalization,
            typed_passes.NativeLowering,
            typed_passes.NoPythonBackend,
        ):
            steps.add_pass(step, step._name)
        steps.finalize()
        return [steps]


class _Version:
    """One function for one choice of types; ``signature`` is None until it is known."""

    def __init__(self, symbol: str, arguments: tuple[Any, ...]):
        self.symbol = symbol
        self.arguments = arguments
        self.signature: Any = None
        self.libs: tuple[Any, ...] = ()

    def __call__(self, context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        """Translate a call of the function."""
        status, result = _call(
            context, builder, self.symbol, signature.return_type, signature.args, arguments
        )
        with cgutils.if_unlikely(builder, status.is_error):
            context.call_conv.return_status_propagate(builder, status)
        return result


def _call(
    context: Any, builder: Any, symbol: str, returns: Any, types: Any, arguments: Any
) -> tuple[Any, Any]:
    """Call a function of Numba's; return its status and its result."""
    convention = context.call_conv
    function = cgutils.get_or_insert_function(
        builder.module, convention.get_function_type(returns, types), symbol
    )
    status, result = convention.call_function(builder, function, returns, types, arguments)
    return status, result


class KernelType(types.Callable, types.Dummy):
    """The type of a kernel that another one calls."""

    def __init__(self, kernel: Inner):
        self.kernel = kernel
        super().__init__(f"kernel {kernel.name}")

    def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
        """Return the signature of a call, the kernel translated for these types."""
        if kws:
            raise TypeError(f"{self.kernel.name} is called with names of arguments")
        return _Compilation.current().version(self.kernel, tuple(args)).signature

    def get_call_signatures(self) -> Any:
        """Return no signatures: they are not listed."""
        return [], False

    def get_impl_key(self, sig: Any) -> Any:
        """Return the key of a call's translation."""
        return _Compilation.current().version(self.kernel, sig.args)


register_model(KernelType)(models.OpaqueModel)


@typeof_impl.register(Inner)
def _type_of_kernel(kernel: Inner, context: Any) -> KernelType:
    return KernelType(kernel)


class _Compilation:
    """Our own Numba contexts, used instead of the usual ones inside the ``with`` block."""

    _running: ClassVar[list[_Compilation]] = []
    _PLACES = ("_toplevel_typing_context", "_toplevel_target_context")

    def __init__(self) -> None:
        self._versions: dict[Any, _Version] = {}
        self._usual: dict[str, Any] = {}

    @classmethod
    def current(cls) -> _Compilation:
        """Return the current compilation."""
        return cls._running[-1]

    def __enter__(self) -> _Compilation:
        self._usual = {name: vars(cpu_target).pop(name, None) for name in self._PLACES}
        self._typing = _Typing()
        self._target = _Target(self._typing, "cpu")
        vars(cpu_target).update(zip(self._PLACES, (self._typing, self._target), strict=True))
        self._running.append(self)
        return self

    def __exit__(self, *error: Any) -> None:
        self._running.pop()
        for name, context in self._usual.items():
            del vars(cpu_target)[name]
            if context is not None:
                vars(cpu_target)[name] = context

    def version(self, kernel: Inner, given: tuple[Any, ...]) -> _Version:
        """Return the version of a kernel for types of arguments; a new one is translated."""
        returns = None
        arguments = tuple(map(types.unliteral, given))
        if kernel.signature is not None:
            returns = numba_type(kernel.signature.returns)
            arguments = self._declared(kernel, arguments)
        key = kernel.name, arguments
        if key in self._versions:
            version = self._versions[key]
            if version.signature is None:
                raise TypeError(f"{kernel.name} calls itself: it needs a signature")
            return version
        version = self._versions[key] = _Version(mangle(kernel.name, arguments), arguments)
        self._target.symbols[key] = version.symbol
        self._target.insert_func_defn([(version, version, arguments)])
        if returns is not None:
            version.signature = typing.signature(returns, *arguments)
        flags = Flags()
        cpu_target.options.parse_as_flags(flags, {**_OPTIONS, "forceinline": kernel.inline})
        compiled = compile_extra(
            self._typing,
            self._target,
            kernel.function,
            arguments,
            returns,
            flags,
            {},
            pipeline_class=_Pipeline,
        )
        version.signature = compiled.signature
        return version

    def _declared(self, kernel: Inner, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return the declared types of a kernel's arguments, to which given ones are converted."""
        assert kernel.signature is not None
        wanted = tuple(map(numba_type, kernel.signature.arguments))
        fits = len(wanted) == len(arguments) and all(
            self._typing.can_convert(one, other) is not None
            for one, other in zip(arguments, wanted, strict=True)
        )
        if not fits:
            raise TypeError(f"{kernel.name} takes {wanted}, it is given {arguments}")
        return wanted

    def add_entry(self, entry: Entry) -> str:
        """Translate a kernel and its C entry point; return the symbol of the entry point.

        The entry point gets the words of the arguments, see :mod:`bolets_solver.jit.calling`,
        followed by room for the results. It returns 0, or a status if the kernel failed.
        """
        version = self.version(entry, tuple(map(numba_type, entry.signature.arguments)))
        symbol = f"entry.{entry.name}"
        module = self._target.create_module(symbol)
        word = ir.IntType(64)
        function = ir.Function(module, ir.FunctionType(ir.IntType(32), [word.as_pointer()]), symbol)
        builder = ir.IRBuilder(function.append_basic_block())
        words = _Words(builder, function.args[0])
        arguments = [
            self._argument(builder, words.read(), given, native)
            for given, native in zip(entry.signature.arguments, version.arguments, strict=True)
        ]
        status, result = _call(
            self._target,
            builder,
            version.symbol,
            version.signature.return_type,
            version.arguments,
            arguments,
        )
        returns = entry.signature.returns
        if isinstance(returns, Several):
            for number in range(returns.count):
                words.write(builder.extract_value(result, number))
        elif returns.name == "boolean":
            words.write(builder.zext(result, word))
        elif returns.name != "void":
            words.write(result)
        builder.ret(builder.select(status.is_error, status.code, ir.Constant(ir.IntType(32), 0)))
        self._target.codegen().create_library(symbol).add_ir_module(module)
        return symbol

    def _argument(self, builder: Any, word: Any, given: Any, native: Any) -> Any:
        """Return the kernel's argument for a word."""
        if isinstance(given, Scalar):
            return word
        value_type = self._target.get_value_type(native)
        if isinstance(given, ArrayType):
            _check_size(self._target, native, given.words)
            return builder.load(builder.inttoptr(word, value_type.as_pointer()))
        for field, own in zip(given.fields, native.fields, strict=True):
            _check_size(self._target, own, field.words)
        return builder.inttoptr(word, value_type)

    def object_code(self, name: str, entries: list[str]) -> bytes:
        """Optimise the module and return its object code; only ``entries`` are visible in it."""
        whole = self._target.codegen().whole
        whole.name = name
        for function in whole.functions:
            if not function.is_declaration and function.name not in entries:
                function.linkage = "internal"
        for variable in whole.global_variables:
            if not variable.is_declaration:
                variable.linkage = "internal"
        whole.verify()
        machine = target_machine()
        options = binding.create_pipeline_tuning_options(speed_level=3)
        options.loop_vectorization = True
        options.slp_vectorization = False
        builder = binding.create_pass_builder(machine, options)
        builder.getModulePassManager().run(whole, builder)
        outside = {
            function.name
            for function in whole.functions
            if function.is_declaration and not function.name.startswith("llvm.")
        }
        if outside - KNOWN_OUTSIDE:
            raise InternalError(f"kernels call what is not theirs: {sorted(outside)}")
        return bytes(machine.emit_object(whole))


class _Words:
    """Words of 8 bytes, read and written one after the other."""

    def __init__(self, builder: Any, address: Any):
        self._builder = builder
        self._address = address
        self._count = 0

    def _next(self) -> Any:
        self._count += 1
        number = ir.Constant(ir.IntType(64), self._count - 1)
        return self._builder.gep(self._address, [number])

    def read(self) -> Any:
        """Read the next word."""
        return self._builder.load(self._next())

    def write(self, value: Any) -> None:
        """Write the next word."""
        self._builder.store(value, self._next())


def _check_size(target: Any, array: Any, words: int) -> None:
    """Raise InternalError if Numba's struct of an array differs from ours."""
    size = target.get_abi_sizeof(target.get_value_type(array))
    if size != 8 * words:
        raise InternalError(f"Numba describes {array} with {size} bytes, not {8 * words}")
