// RUN: emmy-opt %s | emmy-opt | FileCheck %s
// RUN: emmy-opt --mlir-print-op-generic %s | emmy-opt | FileCheck %s
// RUN: emmy-opt --cse --canonicalize %s | FileCheck %s --check-prefix=SAME

emmy.symbol @n

// CHECK: func.func private @is_less(
func.func private @is_less(%i: tensor<i64>, %x: tensor<?xf32, #emmy.dims<[n]>>, %end: tensor<i64>) -> tensor<i1> {
  %0 = emmy_framework.lt %i, %end : tensor<i64>, tensor<i64> -> tensor<i1>
  return %0 : tensor<i1>
}

func.func private @next(%i: tensor<i64>, %x: tensor<?xf32, #emmy.dims<[n]>>, %step: tensor<i64>) -> (tensor<i64>, tensor<?xf32, #emmy.dims<[n]>>) {
  %0 = emmy_framework.add %i, %step : tensor<i64>, tensor<i64> -> tensor<i64>
  %1 = emmy_framework.exp %x : tensor<?xf32, #emmy.dims<[n]>> -> tensor<?xf32, #emmy.dims<[n]>>
  return %0, %1 : tensor<i64>, tensor<?xf32, #emmy.dims<[n]>>
}

func.func private @holds(%go: tensor<i1>) -> tensor<i1> {
  return %go : tensor<i1>
}

// The results have the types of what is carried; what is given comes behind it. Of two equal loops one is left, and of one whose
// results nobody reads none.

// CHECK-LABEL: func.func @loops(
// SAME-LABEL: func.func @loops(
func.func @loops(%i: tensor<i64>, %x: tensor<?xf32, #emmy.dims<[n]>>, %end: tensor<i64>, %go: tensor<i1>)
    -> (tensor<i64>, tensor<?xf32, #emmy.dims<[n]>>, tensor<?xf32, #emmy.dims<[n]>>) {
  // CHECK: %[[R:.*]]:2 = emmy.while @is_less do @next carry(%{{.*}}, %{{.*}} : tensor<i64>, tensor<?xf32, #emmy.dims<[n]>>) given(%{{.*}} : tensor<i64>){{$}}
  // SAME: %[[R:.*]]:2 = emmy.while @is_less do @next
  // SAME-NOT: emmy.while
  %0:2 = emmy.while @is_less do @next carry(%i, %x : tensor<i64>, tensor<?xf32, #emmy.dims<[n]>>) given(%end : tensor<i64>)
  %1:2 = emmy.while @is_less do @next carry(%i, %x : tensor<i64>, tensor<?xf32, #emmy.dims<[n]>>) given(%end : tensor<i64>)
  // CHECK: emmy.while @holds do @holds carry(%{{.*}} : tensor<i1>){{$}}
  %2 = emmy.while @holds do @holds carry(%go : tensor<i1>)
  // SAME: return %[[R]]#0, %[[R]]#1, %[[R]]#1
  return %0#0, %0#1, %1#1 : tensor<i64>, tensor<?xf32, #emmy.dims<[n]>>, tensor<?xf32, #emmy.dims<[n]>>
}
