// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dynamic linker tells where the program lies and where its thread-local
// memory is; the file's section and symbol tables tell the rest. A file that
// was stripped has no array names: then all of its thread-local memory counts
// as every kernel's.

#include "Program.h"
#include "Emmy/Runtime/Shim/emmy_shim/Abi.h"
#include "Process.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <elf.h>
#include <link.h>

using namespace emmy::shim;

extern "C" void *__tls_get_addr(void *);

static constexpr const char kBoundSection[] = "emmy_launch_bounds_";

Program *Program::create(const void *function, unsigned char *(*dynamicShared)()) {
  struct Search {
    uintptr_t address;
    Program *program;
  } search = {reinterpret_cast<uintptr_t>(function), nullptr};
  dl_iterate_phdr(
      [](dl_phdr_info *info, size_t, void *data) -> int {
        auto &search = *static_cast<Search *>(data);
        bool found = false;
        for (unsigned i = 0; i < info->dlpi_phnum; ++i) {
          const ElfW(Phdr) &header = info->dlpi_phdr[i];
          uintptr_t begin = info->dlpi_addr + header.p_vaddr;
          found |= header.p_type == PT_LOAD && search.address >= begin && search.address < begin + header.p_memsz;
        }
        if (!found)
          return 0;
        // A program has memory of its threads: its array of dynamic shared memory. Other libraries may have none.
        if (!info->dlpi_tls_modid)
          return 1;
        auto *program = search.program = new Program;
        program->base = info->dlpi_addr;
        program->threadModule = info->dlpi_tls_modid;
        for (unsigned i = 0; i < info->dlpi_phnum; ++i) {
          const ElfW(Phdr) &header = info->dlpi_phdr[i];
          uintptr_t begin = info->dlpi_addr + header.p_vaddr;
          if (header.p_type == PT_LOAD)
            program->image.push_back({begin, begin + header.p_memsz});
          if (header.p_type == PT_TLS)
            program->threadMemoryBytes = header.p_memsz;
        }
        program->readSymbols(info->dlpi_name);
        return 1;
      },
      &search);
  if (search.program)
    search.program->dynamicOffset =
        size_t(reinterpret_cast<char *>(dynamicShared()) - search.program->getThreadMemory());
  return search.program;
}

Program *Program::createInMemory(unsigned char *(*dynamicShared)()) {
  auto *program = new Program;
  program->dynamicShared = dynamicShared;
  program->threadMemoryBytes = EMMY_SHIM_MAX_SHARED_BYTES;
  return program;
}

void Program::describeKernel(const void *function, const char *name, unsigned launchBound) {
  Kernel &kernel = kernels[function];
  kernel.name = name;
  kernel.launchBound = launchBound;
}

void Program::readSymbols(const char *path) {
  std::string file;
  if (!readFile(path, file))
    return;
  auto fits = [&](uint64_t offset, uint64_t bytes) { return offset <= file.size() && bytes <= file.size() - offset; };
  if (!fits(0, sizeof(ElfW(Ehdr))) || memcmp(file.data(), ELFMAG, SELFMAG) != 0)
    return;
  auto *header = reinterpret_cast<const ElfW(Ehdr) *>(file.data());
  if (!fits(header->e_shoff, uint64_t(header->e_shnum) * sizeof(ElfW(Shdr))) || header->e_shstrndx >= header->e_shnum)
    return;
  auto *sections = reinterpret_cast<const ElfW(Shdr) *>(file.data() + header->e_shoff);
  const char *names = file.data() + sections[header->e_shstrndx].sh_offset;
  for (unsigned i = 0; i < header->e_shnum; ++i) {
    const ElfW(Shdr) &section = sections[i];
    const char *name = names + section.sh_name;
    if (strncmp(name, kBoundSection, strlen(kBoundSection)) == 0)
      boundSections.push_back(
          {name + strlen(kBoundSection), base + section.sh_addr, base + section.sh_addr + section.sh_size});
    if (section.sh_type != SHT_SYMTAB || section.sh_link >= header->e_shnum ||
        !fits(section.sh_offset, section.sh_size))
      continue;
    const char *strings = file.data() + sections[section.sh_link].sh_offset;
    auto *symbols = reinterpret_cast<const ElfW(Sym) *>(file.data() + section.sh_offset);
    for (size_t j = 0; j < section.sh_size / sizeof(ElfW(Sym)); ++j)
      if (ELF64_ST_TYPE(symbols[j].st_info) == STT_TLS && symbols[j].st_shndx != SHN_UNDEF)
        arrays.push_back({strings + symbols[j].st_name, symbols[j].st_value, symbols[j].st_size});
  }
}

/// Splits the name of a static variable of a function that has C linkage, as
/// kernels have: `_ZZ8k_rowsumE4tile` is `tile` of `k_rowsum`.
static bool splitStaticName(const std::string &symbol, std::string &function, std::string &name) {
  if (symbol.compare(0, 3, "_ZZ") != 0)
    return false;
  char *end = nullptr;
  size_t length = strtoul(symbol.c_str() + 3, &end, 10);
  size_t start = size_t(end - symbol.c_str());
  if (length == 0 || start + length >= symbol.size() || symbol[start + length] != 'E')
    return false;
  function = symbol.substr(start, length);
  size_t nameLength = strtoul(symbol.c_str() + start + length + 1, &end, 10);
  name = std::string(end).substr(0, nameLength);
  return true;
}

Kernel &Program::getKernel(const void *function) {
  auto [position, isNew] = kernels.try_emplace(function);
  Kernel &kernel = position->second;
  if (!isNew)
    return kernel;
  Dl_info info;
  if (dladdr(function, &info) && info.dli_sname && info.dli_saddr == function)
    kernel.name = info.dli_sname;
  else
    kernel.name = "<unnamed kernel>";
  for (const Section &section : boundSections)
    if (reinterpret_cast<uintptr_t>(function) >= section.begin && reinterpret_cast<uintptr_t>(function) < section.end)
      kernel.launchBound = unsigned(strtoul(section.name.c_str(), nullptr, 10));
  for (const SharedArray &array : arrays) {
    std::string owner, name;
    if (array.offset == dynamicOffset)
      continue;
    if (splitStaticName(array.name, owner, name) && owner != kernel.name)
      continue; // another kernel's
    kernel.arrays.push_back({name.empty() ? array.name : name, array.offset, array.bytes});
    kernel.staticSharedBytes += array.bytes;
  }
  return kernel;
}

char *Program::getThreadMemory() const {
  if (dynamicShared)
    return reinterpret_cast<char *>(dynamicShared());
  struct {
    unsigned long module, offset;
  } index = {threadModule, 0};
  return static_cast<char *>(__tls_get_addr(&index));
}

bool Program::containsImage(uintptr_t address) const {
  for (const Range &range : image)
    if (address >= range.begin && address < range.end)
      return true;
  return false;
}
