/// A recipe that makes one sequence of another: runs to copy from it, and new elements, in order.
///
/// *r* runs take 32·*r* bytes. Neighbouring runs that can be copied as one are one.
@frozen
public struct CopyRuns<Element> {
  /// Elements that stand side by side in the source, or among new ones, and in the target.
  @frozen
  public struct Run {
    /// The origin of the elements.
    public let origin: Origin
    /// The index of the first of them there.
    public let start: Int
    /// The number of elements; at least one.
    public var count: Int

    /// The index behind the last of them.
    @inlinable
    public var end: Int { start &+ count }

    /// A run of `count` elements.
    @inlinable
    public init(_ origin: Origin, start: Int, count: Int) {
      self.origin = origin
      self.start = start
      self.count = count
    }
  }

  /// The origin of a run.
  @frozen
  public enum Origin: Equatable, Sendable {
    /// The source; all runs that are kept ascend there.
    case kept
    /// The source, at any place; no element is in two runs.
    case moved
    /// One of the arrays of new elements.
    case new(Int)
  }

  /// The runs, in the order of the target.
  public var runs: [Run] = []
  /// Arrays of new elements; the first is of those that come one by one.
  public var new: [[Element]] = [[]]
  /// The number of elements in all runs.
  public var count = 0
  /// The number of elements that move.
  public var movedCount = 0

  /// No elements.
  @inlinable
  public init() {}

  /// Keeps `range` of the source, which lies behind all that is kept so far.
  @inlinable
  public mutating func keep(_ range: Range<Int>) { append(.kept, range) }

  /// Puts `range` of the source here.
  @inlinable
  public mutating func move(_ range: Range<Int>) {
    movedCount &+= range.count
    append(.moved, range)
  }

  /// Puts a new element here.
  @inlinable
  public mutating func insert(_ element: Element) {
    let index = new[0].count
    new[0].append(element)
    append(.new(0), index..<index &+ 1)
  }

  /// Puts `range` of array number `number` of the new ones here.
  @inlinable
  public mutating func insert(_ range: Range<Int>, ofNew number: Int) {
    append(.new(number), range)
  }

  @inlinable
  mutating func append(_ origin: Origin, _ range: Range<Int>) {
    if range.isEmpty { return }
    count &+= range.count
    let last = runs.count &- 1
    if last >= 0, runs[last].origin == origin, runs[last].end == range.lowerBound {
      runs[last].count &+= range.count
    } else {
      runs.append(Run(origin, start: range.lowerBound, count: range.count))
    }
  }

  /// The same of what `transform` makes of each element. O(runs + new elements).
  @inlinable
  public func map<Other>(_ transform: (Element) -> Other) -> CopyRuns<Other> {
    var mapped = CopyRuns<Other>()
    mapped.runs = runs.map { run in
      switch run.origin {
      case .kept: .init(.kept, start: run.start, count: run.count)
      case .moved: .init(.moved, start: run.start, count: run.count)
      case .new(let number): .init(.new(number), start: run.start, count: run.count)
      }
    }
    mapped.new = new.map { $0.map(transform) }
    mapped.count = count
    mapped.movedCount = movedCount
    return mapped
  }
}

extension CopyRuns: Sendable where Element: Sendable {}
extension CopyRuns.Run: Sendable {}
