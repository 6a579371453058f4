import BasicAlgorithms

/// The distances by which sections have scrolled by themselves, in points.
///
/// Sections that are at their beginning take no memory. Pairs in ascending order instead of a
/// dictionary: each frame of a scroll asks for one of a few sections.
struct OrthogonalOffsets: Hashable {
  private var sections: [Int] = []
  private var offsets: [Double] = []

  /// A Boolean value that indicates whether all sections are at their beginning.
  var isEmpty: Bool { sections.isEmpty }

  /// The offset of a section; 0 for one at its beginning. O(log sections that have an offset);
  /// a section that gets one or loses it moves those behind it.
  subscript(section: Int) -> Double {
    get {
      let place = sections.partitioningIndex { $0 >= section }
      return place < sections.count && sections[place] == section ? offsets[place] : 0
    }
    set {
      let place = sections.partitioningIndex { $0 >= section }
      switch (place < sections.count && sections[place] == section, newValue != 0) {
      case (true, true): offsets[place] = newValue
      case (true, false):
        sections.remove(at: place)
        offsets.remove(at: place)
      case (false, true):
        sections.insert(section, at: place)
        offsets.insert(newValue, at: place)
      case (false, false): break
      }
    }
  }

  /// Returns the offsets of the sections to which `target` leads, and that are not 0 then; nil leaves
  /// a section out. O(*k* log *k*) for *k* sections that have an offset.
  func mapped(_ target: (_ section: Int, _ offset: Double) -> (section: Int, offset: Double)?)
    -> OrthogonalOffsets
  {
    let moved = zip(sections, offsets).compactMap { target($0, $1) }.filter { $0.offset != 0 }
      .sorted { $0.section < $1.section }
    var mapped = OrthogonalOffsets()
    mapped.sections = moved.map(\.section)
    mapped.offsets = moved.map(\.offset)
    return mapped
  }
}
