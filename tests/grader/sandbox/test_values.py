"""Every kind of value and dtype goes into a child and comes back as what it was."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from grader.errors import ExerciseError
from tests.grader.sandbox.make import case, only, request

NUMPY_FLOATS = ("float16", "float32", "float64")
TORCH_FLOATS = (*NUMPY_FLOATS, "bfloat16")
IDENTITY = "def f(x): return x"


def returned(run):
    outcome = only(run)
    assert outcome.error is None, (run.end, run.load_error, outcome.error)
    assert outcome.returned is not None, (run.end, run.detail)
    return outcome.returned


def numbers() -> np.ndarray:
    """(2, 3), exact in every dtype."""
    return np.array([[0.0, 1.5, -2.0], [np.inf, np.nan, 0.25]])


@pytest.mark.parametrize("dtype", NUMPY_FLOATS)
def test_numpy_array_arrives_in_the_case_dtype(dtype, sandbox):
    source = f"""
    import numpy as np
    def f(x):
        assert type(x) is np.ndarray and x.dtype == np.{dtype} and x.flags.writeable and x.flags.c_contiguous
        return x
    """
    back = returned(sandbox.run(request(source, case(numbers(), dtype=dtype))))
    assert (back.kind, back.type_name, back.dtype) == ("numpy", "numpy.ndarray", dtype)
    assert back.array.dtype == dtype
    assert_array_equal(back.array, numbers())


@pytest.mark.parametrize("dtype", TORCH_FLOATS)
def test_tensor_arrives_in_the_case_dtype(dtype, sandbox):
    source = f"""
    import torch
    def f(x):
        assert type(x) is torch.Tensor and x.dtype == torch.{dtype} and x.is_contiguous() and not x.requires_grad
        return x
    """
    back = returned(sandbox.run(request(source, case(numbers(), dtype=dtype), framework="torch")))
    assert (back.kind, back.type_name, back.dtype) == ("torch", "torch.Tensor", dtype)
    assert_array_equal(back.array, numbers())


def test_bfloat16_comes_back_as_float32_bit_for_bit(sandbox):
    every = (np.arange(1 << 16, dtype=np.uint32) << 16).view(np.float32)
    finite = every[np.isfinite(every)].astype(np.float64)
    back = returned(sandbox.run(request(IDENTITY, case(finite, dtype="bfloat16"), framework="torch")))
    assert back.array.dtype == np.float32
    assert_array_equal(back.array.view(np.uint32), finite.astype(np.float32).view(np.uint32))


def test_numpy_has_no_bfloat16(sandbox):
    with pytest.raises(ExerciseError, match="bfloat16"):
        sandbox.run(request(IDENTITY, case(numbers(), dtype="bfloat16")))


@pytest.mark.parametrize("framework", ["numpy", "torch"])
@pytest.mark.parametrize(
    "array",
    [
        np.array([[3, -(1 << 60)]]),
        np.array([True, False]),
        np.array(7),
        np.zeros((2, 0, 3), np.int64),
        np.array(1.5),
    ],
    ids=["int64", "bool", "0-d int", "empty", "0-d float"],
)
def test_array_keeps_shape_and_kind(framework, array, sandbox):
    back = returned(sandbox.run(request(IDENTITY, case(array), framework=framework)))
    assert back.dtype == array.dtype.name
    assert back.array.shape == array.shape
    assert_array_equal(back.array, array)


@pytest.mark.parametrize("framework", ["numpy", "torch"])
@pytest.mark.parametrize(
    ("value", "kind"),
    [(5, "int"), (-2.5, "float"), (float("inf"), "float"), (True, "bool"), (None, "none")],
    ids=str,
)
def test_plain_value_goes_both_ways(framework, value, kind, sandbox):
    back = returned(sandbox.run(request(IDENTITY, case(value), framework=framework)))
    assert back.kind == kind
    assert (back.array is None) if value is None else back.array.item() == value


def test_mapping_tuple_list_and_keywords_keep_their_structure(sandbox):
    source = """
    import numpy as np
    def f(params, pair, *, lengths, mask=None, scale):
        assert type(params) is dict and type(pair) is tuple and type(lengths) is list
        assert lengths == [3, 1, 2] and mask is None and scale == 0.5
        assert params["w"].dtype == np.float32 and pair[1].dtype == np.int64
        return {"w": params["w"] * scale, "rest": (pair[1], len(lengths))}
    """
    weight, index = np.eye(2), np.arange(3)
    given = case({"w": weight}, (weight, index), lengths=[3, 1, 2], mask=None, scale=0.5, dtype="float32")
    back = returned(sandbox.run(request(source, given)))
    assert (back.kind, back.keys) == ("mapping", ("w", "rest"))
    assert_array_equal(back.items[0].array, weight / 2)
    assert back.items[1].kind == "tuple"
    assert_array_equal(back.items[1].items[0].array, index)
    assert back.items[1].items[1].array == 3


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("x.T", [[0, 2], [1, 3]]),
        ("x[:, ::-1]", [[1, 0], [3, 2]]),
        ("np.asfortranarray(x)", [[0, 1], [2, 3]]),
        ("np.broadcast_to(x[0], (3, 2))", [[0, 1]] * 3),
        ("x.astype('>f8')", [[0, 1], [2, 3]]),
        ("x + 1j", [[1j, 1 + 1j], [2 + 1j, 3 + 1j]]),
        ("x.astype(np.longdouble)", [[0, 1], [2, 3]]),
        ("x.sum()", 6),
        ("np.int64(3)", 3),
    ],
)
def test_numpy_layouts_and_scalars(expression, expected, sandbox):
    source = f"import numpy as np\ndef f(x): return {expression}"
    back = returned(sandbox.run(request(source, case(np.arange(4.0).reshape(2, 2)))))
    assert back.kind == "numpy"
    assert_array_equal(back.array, expected)


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("x.T", [[0, 2], [1, 3]]),
        ("x.requires_grad_() * 2", [[0, 2], [4, 6]]),
        ("x[0].expand(3, 2)", [[0, 1]] * 3),
        ("torch.complex(x, x).conj()", [[0, 1 - 1j], [2 - 2j, 3 - 3j]]),
        ("torch.complex(x, x).conj().imag", [[0, -1], [-2, -3]]),
        ("x.sum()", 6),
        ("x > 1", [[False, False], [True, True]]),
    ],
)
def test_tensor_views_and_gradients(expression, expected, sandbox):
    source = f"import torch\ndef f(x): return {expression}"
    back = returned(sandbox.run(request(source, case(np.arange(4.0).reshape(2, 2)), framework="torch")))
    assert (back.kind, back.type_name) == ("torch", "torch.Tensor")
    assert_array_equal(back.array, expected)


def test_parameter_is_named_as_one(sandbox):
    source = "import torch\ndef f(x): return torch.nn.Parameter(x)"
    back = returned(sandbox.run(request(source, case(numbers()), framework="torch")))
    assert (back.kind, back.type_name) == ("torch", "torch.nn.Parameter")


@pytest.mark.parametrize(
    ("expression", "name"),
    [
        ("x.tolist()", "list"),
        ("np.matrix(x)", "numpy.matrix"),
        ("np.ma.masked_array(x)", "numpy.ma.MaskedArray"),
        ("x.astype(object)", "numpy.ndarray of object"),
        ("x.astype(str)", "numpy.ndarray of str"),
        ("Mine(2, 3)", "submission.Mine"),
        ("Number(4)", "submission.Number"),
        ("1 + 2j", "complex"),
        ("f", "function"),
        ("iter(x)", "iterator"),
        ("{1: x}", "dict"),
        ("((((x,),),),)", "tuple"),
        ("'text'", "str"),
    ],
)
def test_anything_else_crosses_as_its_name_only(expression, name, sandbox):
    source = f"""
    import numpy as np
    from collections import namedtuple
    Mine = namedtuple("Mine", "a b")
    class Number(int): pass
    def f(x): return {expression}
    """
    back = returned(sandbox.run(request(source, case(np.eye(2)))))
    while back.items:
        back = back.items[0]
    assert back.kind == "other"
    assert name in back.type_name
    assert back.array is None


@pytest.mark.parametrize(
    "expression",
    [
        "x.to_sparse()",
        "x.as_subclass(Mine)",
        "torch.quantize_per_tensor(x.float(), 1.0, 0, torch.qint8)",
        "x.to('meta')",
    ],
)
@pytest.mark.filterwarnings("ignore")
def test_tensor_that_is_not_plain_is_other(expression, sandbox):
    source = f"import torch\nclass Mine(torch.Tensor): pass\ndef f(x): return {expression}"
    assert returned(sandbox.run(request(source, case(np.eye(2)), framework="torch"))).kind == "other"


def test_lying_object_is_not_asked(sandbox):
    source = """
    import numpy as np
    class Liar:
        __class__ = np.ndarray
        def __array__(self, *a, **k): print("asked"); return np.eye(2)
        def __getattribute__(self, name): print("asked"); return object.__getattribute__(self, name)
    def f(x): return Liar()
    """
    run = sandbox.run(request(source, case(np.eye(2))))
    assert returned(run).kind == "other"
    assert run.stdout == ""


def test_integer_beyond_64_bits_comes_back_as_the_nearest(sandbox):
    back = returned(sandbox.run(request("def f(): return -10**100", case())))
    assert back.array == np.iinfo(np.int64).min


def test_numpy_submission_may_use_torch(sandbox):
    source = "import torch\ndef f(x): return torch.softmax(torch.from_numpy(x), -1).numpy()"
    back = returned(sandbox.run(request(source, case(np.zeros((1, 4))))))
    assert back.kind == "numpy"
    assert_array_equal(back.array, np.full((1, 4), 0.25))


def test_einops_can_be_imported(sandbox):
    source = "from einops import rearrange\ndef f(x): return rearrange(x, 'a b -> b a')"
    back = returned(sandbox.run(request(source, case(np.arange(4.0).reshape(2, 2)))))
    assert_array_equal(back.array, [[0, 2], [1, 3]])


def test_backward_pass_and_modules_work_on_one_thread(sandbox):
    source = """
    import torch
    def f(x):
        torch.set_num_threads(64)
        layer = torch.nn.MultiheadAttention(4, 2, batch_first=True)
        x = x.requires_grad_()
        out, _ = layer(x, x, x)
        out.sum().backward()
        return x.grad
    """
    given = case(np.ones((1, 3, 4)), dtype="float32")
    assert returned(sandbox.run(request(source, given, framework="torch"))).array.shape == (1, 3, 4)
