import BasicAlgorithms

/// The lengths of those groups of a section that differ from its template's, across the scroll
/// direction of the layout, in points.
struct GroupLengths: Hashable {
  /// The numbers of these groups, ascending.
  private var groups: [Int] = []
  private var lengths: [Double] = []
  /// The points by which each of them and those before it together exceed as many of the template's.
  private var excess: [Double] = []

  /// Creates lengths of no group.
  init() {}

  /// Creates lengths by the numbers of groups that have `described` points in the template.
  /// O(*k* log *k*) for *k* groups.
  init(_ lengthsByGroup: [Int: Double], described: Double) {
    var sum = 0.0
    for (group, length) in lengthsByGroup.sorted(by: { $0.key < $1.key }) where length != described
    {
      sum += length - described
      groups.append(group)
      lengths.append(length)
      excess.append(sum)
    }
  }

  /// A Boolean value that indicates whether all groups are as the template has them.
  var isEmpty: Bool { groups.isEmpty }

  /// Returns the length of a group; nil for one as the template has it. O(log groups).
  func length(ofGroup group: Int) -> Double? {
    let place = groups.partitioningIndex { $0 >= group }
    return place < groups.count && groups[place] == group ? lengths[place] : nil
  }

  /// Returns the points by which the groups before `group` exceed as many of the template's.
  /// O(log groups).
  func excess(beforeGroup group: Int) -> Double {
    let place = groups.partitioningIndex { $0 >= group }
    return place > 0 ? excess[place - 1] : 0
  }
}
