// RUN: emmy-opt --split-input-file --verify-diagnostics %s

// Text that is no extent: after a sign, in parentheses, as a number, as a function's arguments, after an operator.

// expected-error @+1 {{expected valid keyword}}
func.func private @sign(tensor<?xf32, #emmy.dims<[-*]>>)

// -----

// expected-error @+1 {{expected valid keyword}}
func.func private @empty_parentheses(tensor<?xf32, #emmy.dims<[()]>>)

// -----

// expected-error @+1 {{expected ')'}}
func.func private @open_parenthesis(tensor<?xf32, #emmy.dims<[(n, 2)]>>)

// -----

// expected-error @+1 {{integer value too large}}
func.func private @large_number(tensor<?xf32, #emmy.dims<[9223372036854775808]>>)

// -----

// expected-error @+1 {{expected valid keyword}}
func.func private @first_argument(tensor<?xf32, #emmy.dims<[min(, 2)]>>)

// -----

// expected-error @+1 {{expected ','}}
func.func private @one_argument(tensor<?xf32, #emmy.dims<[min(n)]>>)

// -----

// expected-error @+1 {{expected valid keyword}}
func.func private @second_argument(tensor<?xf32, #emmy.dims<[min(n, )]>>)

// -----

// expected-error @+1 {{expected ')'}}
func.func private @open_function(tensor<?xf32, #emmy.dims<[min(n, 2, 3)]>>)

// -----

// expected-error @+1 {{expected valid keyword}}
func.func private @factor(tensor<?xf32, #emmy.dims<[n*]>>)

// -----

// expected-error @+1 {{expected valid keyword}}
func.func private @summand(tensor<?xf32, #emmy.dims<[n + ]>>)

// -----

// expected-error @+1 {{expected valid keyword}}
module attributes {test.extent = #emmy.extent<+>} {}

// -----

// expected-error @+1 {{expected '<'}}
module attributes {test.extent = #emmy.extent} {}

// -----

// expected-error @+1 {{expected '['}}
module attributes {test.dims = #emmy.dims<n>} {}

// -----

// expected-error @+1 {{expected '>'}}
module attributes {test.extent = #emmy.extent<n n>} {}

// -----

// expected-error @+1 {{expected floordiv, ceildiv, mod, min or max of two extents, but got n + 1}}
module attributes {test.atom = #emmy.extent_atom<n + 1>} {}

// -----

// expected-error @+1 {{expected floordiv, ceildiv, mod, min or max of two extents, but got n}}
module attributes {test.atom = #emmy.extent_atom<n>} {}

// -----

// expected-error @+1 {{expected valid keyword}}
module attributes {test.atom = #emmy.extent_atom<>} {}

// -----

// expected-error @+1 {{expected valid '@'-identifier for symbol name}}
emmy.symbol seq

// -----

func.func @size() {
  // expected-error @+1 {{expected valid '@'-identifier for symbol name}}
  %n = emmy.size seq
}

// -----

func.func @size() {
  // expected-error @+1 {{expected valid keyword}}
  %n = emmy.apply (%n)
}
