# Configuration of the lit suite; the site file written by CMake supplies the paths.
import os
import shutil

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
config.environment["PYTHONPATH"] = os.path.join(config.emmy_build_dir, "python")
config.environment["FILECHECK_OPTS"] = "--enable-var-scope --dump-input=fail"
config.substitutions.append(("%python", config.python))
config.substitutions.append(("%emmy_src", config.emmy_source_dir))
config.substitutions.append(("%emmy_build", config.emmy_build_dir))

for tool in ("ptxas", "nvcc"):
    if shutil.which(tool, path=config.environment["PATH"] + os.pathsep + "/usr/local/cuda/bin"):
        config.available_features.add(tool)
