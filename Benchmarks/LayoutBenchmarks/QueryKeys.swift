internal import Benchmarking
internal import Changesets
internal import Layouts

/// The offsets or paths of one kind of query, with what each has to answer.
///
/// A stream longer than what one call reads: places are out of the caches again when they come
/// round, where the collection is large enough.
final class QueryKeys {
  let offsets: [Double]
  let paths: [ItemPath]
  let answers: [UInt64]

  private init(offsets: [Double], paths: [ItemPath], answers: [UInt64]) {
    self.offsets = offsets
    self.paths = paths
    self.answers = answers
  }

  /// As many keys as a stream has: a quarter of the items, from 64 to 8,192, a power of two.
  static func count(_ collection: LayoutCollection) -> Int {
    var count = 64
    while count < collection.itemCount / 4, count < 1 << 13 { count *= 2 }
    return count
  }

  /// Offsets to scroll to; answered by the model.
  static func offsets(
    _ movement: Movement, _ model: some FrameModel, _ kind: LayoutKind,
    _ context: ScenarioContext, _ collection: LayoutCollection
  ) -> QueryKeys {
    context.shared("layout/offsets/\(kind.rawValue)/\(movement.rawValue)") {
      var generator = collection.generator(for: 1)
      let offsets = movement.offsets(
        count(collection), upTo: model.maximumOffset, &generator)
      var buffer: [LayoutAttributes] = []
      return QueryKeys(
        offsets: offsets, paths: [],
        answers: offsets.map { model.visible(at: $0, into: &buffer) })
    }
  }

  /// Items to ask for one by one; answered by the model.
  static func paths(
    _ model: some FrameModel, _ kind: LayoutKind, _ context: ScenarioContext,
    _ collection: LayoutCollection
  ) -> QueryKeys {
    context.shared("layout/paths/\(kind.rawValue)") {
      let indexes = collection.randomIndexes(count(collection), for: 2)
      let paths = indexes.map { collection.path(ofGlobalIndex: $0) }
      return QueryKeys(
        offsets: [], paths: paths,
        answers: paths.map { FrameDigest.of(model.attributes(at: $0)) })
    }
  }
}

/// The models of one process, made by whoever asks first.
enum Models {
  static func grid(_ context: ScenarioContext, _ collection: LayoutCollection) -> GridModel {
    context.shared("layout/model/grid") { GridModel(.equal, collection) }
  }

  static func list(_ context: ScenarioContext, _ collection: LayoutCollection) -> ListModel {
    context.shared("layout/model/list") { ListModel(.rows, collection) }
  }

  static func flow(_ context: ScenarioContext, _ collection: LayoutCollection) -> FlowModel {
    context.shared("layout/model/flow") { FlowModel(.varied, collection) }
  }

  /// The model of a kind whose right answers are known before: `uniform`, `list` and flows.
  static func model(
    of kind: LayoutKind, _ context: ScenarioContext, _ collection: LayoutCollection
  ) -> any FrameModel {
    switch kind {
    case .uniform: grid(context, collection)
    case .list: list(context, collection)
    case .flow, .flowDelegate: flow(context, collection)
    case .periodic: FlowModel(.periodic, collection)
    case .estimates, .sticky: ListModel(.rows, collection)
    }
  }
}
