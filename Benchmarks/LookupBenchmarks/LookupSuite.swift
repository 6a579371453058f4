public import Benchmarking

extension Suite {
  /// The lookup suite.
  public static let lookup = Suite("lookup", summary: "Data-source look-ups", scenarios: [])
}
