import BasicAlgorithms

/// The lengths of those groups of a section that differ from its template's, across the scroll
/// direction of the layout, in points.
struct GroupLengths: Hashable {
  private struct Entry: Hashable {
    var group: Int
    var length: Double
    /// The points by which the group and those before it together exceed as many of the template's.
    var excess: Double
  }

  /// One for each of these groups, ascending.
  private var entries: [Entry] = []

  /// Creates lengths of no group.
  init() {}

  /// Creates lengths by the numbers of groups that have `described` points in the template.
  /// O(*k* log *k*) for *k* groups.
  init(_ lengthsByGroup: [Int: Double], described: Double) {
    var excess = 0.0
    for (group, length) in lengthsByGroup.sorted(by: { $0.key < $1.key })
    where length != described {
      excess += length - described
      entries.append(Entry(group: group, length: length, excess: excess))
    }
  }

  /// A Boolean value that indicates whether all groups are as the template has them.
  var isEmpty: Bool { entries.isEmpty }

  /// Returns the length of a group; nil for one as the template has it. O(log groups).
  func length(ofGroup group: Int) -> Double? {
    let place = place(of: group)
    return place < entries.count && entries[place].group == group ? entries[place].length : nil
  }

  /// Returns the points by which the groups before `group` exceed as many of the template's.
  /// O(log groups).
  func excess(beforeGroup group: Int) -> Double {
    let place = place(of: group)
    return place > 0 ? entries[place - 1].excess : 0
  }

  private func place(of group: Int) -> Int {
    (0..<entries.count).partitioningIndex { entries[$0].group >= group }
  }
}
