import Geometry

/// The answers of the closures of custom groups, each asked once for each environment.
///
/// Frames that a closure would give another time have no effect, so that the number of items of a
/// group never changes.
final class CustomGroupAnswers {
  private struct Question: Hashable {
    var provider: CustomGroupProvider
    var environment: LayoutEnvironment
  }

  private var items: [Question: [SolvedItem]] = [:]

  /// Returns the items of a custom group in `environment`.
  ///
  /// - Throws: `CompositionError` for an answer without items or with an invalid frame.
  func items(
    of provider: CustomGroupProvider, in environment: LayoutEnvironment
  ) throws(CompositionError) -> [SolvedItem] {
    let question = Question(provider: provider, environment: environment)
    if let known = items[question] { return known }
    let answer = provider.items(environment)
    guard !answer.isEmpty else { throw CompositionError(path: [], problem: .noSubitems) }
    var solved: [SolvedItem] = []
    solved.reserveCapacity(answer.count)
    for (number, item) in answer.enumerated() {
      guard item.frame.origin.isFinite, item.frame.size.isUsable else {
        throw CompositionError(path: [.customItem(number)], problem: .frame(item.frame))
      }
      guard item.frame.hasFiniteEdges else {
        throw CompositionError(path: [.customItem(number)], problem: .overflow)
      }
      solved.append(
        SolvedItem(frame: item.frame, describedSize: item.frame.size, zIndex: item.zIndex))
    }
    items[question] = solved
    return solved
  }
}
