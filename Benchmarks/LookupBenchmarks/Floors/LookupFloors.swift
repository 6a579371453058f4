internal import Benchmarking
internal import Datasets

/// Bounds on what any store can reach: the same keys and the same answers on raw memory, with no
/// bounds check and no directory.
///
/// A floor bears the name of the scenario it bounds, and is headline where that is.
enum LookupFloors {
  static var scenarios: [Scenario] { reads + builds + edits }

  static func floor(
    _ storage: String, _ name: String, _ summary: String, isHeadline: Bool = false,
    setUp: @escaping @Sendable (ScenarioContext, LookupCollection) throws -> Measurement
  ) -> Scenario {
    Scenario(
      name, summary: summary, storage: storage, payload: Item8.payloadName, role: .floor,
      isHeadline: isHeadline
    ) { context in
      try setUp(context, LookupCollection.shared(in: context))
    }
  }
}
