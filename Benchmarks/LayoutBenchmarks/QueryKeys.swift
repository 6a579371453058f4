package import BasicAlgorithms
import Benchmarking
import Changesets
import Datasets
import Geometry
import Layouts

/// The offsets or paths of one kind of query, with their expected answers.
///
/// A stream is longer than one call: in a large collection, the places have left the caches when
/// they recur.
final class QueryKeys {
  let offsets: [Double]
  let paths: [ItemPath]
  let answers: [UInt64]

  private init(offsets: [Double], paths: [ItemPath], answers: [UInt64]) {
    self.offsets = offsets
    self.paths = paths
    self.answers = answers
  }

  /// Returns the number of keys of a stream: a quarter of the items, from 64 to 8,192, a power of
  /// two.
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
      let paths = indexes.map { collection.offsets.path(ofGlobalIndex: $0) }
      return QueryKeys(
        offsets: [], paths: paths,
        answers: paths.map { FrameDigest.of(model.attributes(at: $0)) })
    }
  }
}

/// The models of one process, which their first users create.
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

  /// Returns the model of a kind that has one: `uniform`, `list`, `equal-rows` and flows.
  static func model(
    of kind: LayoutKind, _ context: ScenarioContext, _ collection: LayoutCollection
  ) -> any FrameModel {
    switch kind {
    case .uniform: grid(context, collection)
    case .list: list(context, collection)
    case .flow, .flowDelegate: flow(context, collection)
    case .periodic: FlowModel(.periodic, collection)
    case .estimates, .sticky: ListModel(.rows, collection)
    case .equalRows:
      context.shared("layout/model/equal-rows") { ListModel(.equalRows, collection) }
    }
  }
}

/// The movement of the visible rectangle from one query to the next.
package enum Movement: String, CaseIterable, Sendable {
  /// 24 points a frame, from the middle of the content on.
  case scroll
  /// Anywhere.
  case random
  /// Five flings at 60 frames a second, again and again from elsewhere, forwards and backwards.
  case fling

  /// The phrase in a scenario's summary.
  var summary: String {
    switch self {
    case .scroll: "24 points after the last one"
    case .random: "anywhere"
    case .fling: "along five flings of up to 12,000 points a second"
    }
  }

  /// Returns `count` content offsets from 0 to `most`, in points; multiples of 1/4, so that sums
  /// are exact.
  package func offsets(_ count: Int, upTo most: Double, _ generator: inout SplitMix64) -> [Double] {
    switch self {
    case .scroll:
      let quarters = Int(most * 4) + 1
      return (0..<count).map { Double((quarters / 2 + $0 * 96) % quarters) / 4 }
    case .random:
      let quarters = Int(most * 4) + 1
      return (0..<count).map { _ in Double(generator.next(below: quarters)) / 4 }
    case .fling:
      var offsets: [Double] = []
      var direction = 1.0
      while offsets.count < count {
        var start = Double(generator.next(below: Int(most) + 1))
        for velocity in Deceleration.velocities {
          let fling = Deceleration(position: start, velocity: direction * velocity)
          offsets += fling.frames.map { min(max(0, $0), most) }
          start = offsets[offsets.count - 1]
        }
        direction = -direction
      }
      return Array(offsets.prefix(count))
    }
  }
}

extension Deceleration {
  /// The speeds of the five flings, in points a second.
  static let velocities = [1_000.0, 2_000, 4_000, 8_000, 12_000]

  /// The position at each frame until the fling is over, 60 a second; multiples of 1/4, so that
  /// sums are exact. Never empty.
  var frames: [Double] {
    let count = max(1, Int((duration * 60).rounded(.up)))
    return (1...count).map { (position(at: Double($0) / 60) * 4).rounded() / 4 }
  }
}
