import BasicAlgorithms
import TestSupport

/// Logarithms of ratios as a comparison makes them: no zero, no two equally far from 0, one far off.
let pairSamples = [
  0.031, -0.012, 0.044, 0.008, 0.127, -0.053, 0.019, 0.027, -0.006, 0.062, 0.015, -0.021,
  0.038, 0.003, 0.051, -0.033, 0.022, 0.409, 0.011, -0.017, 0.029, 0.047, -0.001, 0.036,
]

/// Numbers that are close to normal, with mean 0 and variance 1: sums of twelve uniform ones.
func normalSamples(_ count: Int, using generator: inout SplitMix64) -> [Double] {
  (0..<count).map { _ in
    var sum = -6.0
    for _ in 0..<12 { sum += Double(generator.next() >> 11) / 9007199254740992 }
    return sum
  }
}
