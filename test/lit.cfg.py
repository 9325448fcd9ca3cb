# Configuration of the lit suite; the site file written by CMake supplies the paths.
import json
import os
import subprocess
import sys

import lit.formats

config.name = "Emmy"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test", ".py"]
config.excludes = ["Inputs", "lit.cfg.py", "CMakeLists.txt", "lib"]
config.test_source_root = os.path.dirname(__file__)

config.environment["PATH"] = os.pathsep.join(
    [
        os.path.join(config.emmy_build_dir, "bin"),
        config.llvm_tools_dir,
        config.environment["PATH"],
    ]
)
# The package with its module; a build without one has the package's Python alone, which is all that an oracle needs.
built = os.path.join(config.emmy_build_dir, "python")
has_module = any(name.startswith("_emmy.") for name in os.listdir(os.path.join(built, "emmy")))
config.environment["PYTHONPATH"] = built if has_module else os.path.join(config.emmy_source_dir, "python")
if has_module:
    config.available_features.add("emmy-python")
# Set for all that a test can do; without it the longest ones do a part.
config.environment["EMMY_LONG"] = os.environ.get("EMMY_LONG", "")
config.environment["FILECHECK_OPTS"] = "--enable-var-scope --dump-input=fail"
config.substitutions.append(("%python", config.python))
config.substitutions.append(("%emmy_src", config.emmy_source_dir))
config.substitutions.append(("%emmy_build", config.emmy_build_dir))

# PyTorch, the oracle of many tests.
probe = [config.python, "-c", "import importlib.util, sys; sys.exit(importlib.util.find_spec('torch') is None)"]
if subprocess.run(probe).returncode == 0:
    config.available_features.add("torch")

# ptxas and nvcc, from wherever `make setup` found or put them.
found = subprocess.run(
    [sys.executable, os.path.join(config.emmy_source_dir, "utils", "find-cuda"), "--json"],
    stdout=subprocess.PIPE,
    stderr=subprocess.DEVNULL,
    text=True,
)
if found.returncode == 0:
    cuda = json.loads(found.stdout)
    config.environment["PATH"] += os.pathsep + os.path.dirname(cuda["ptxas"])
    config.available_features.update(tool for tool in ("ptxas", "nvcc") if cuda[tool])
