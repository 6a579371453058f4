import BasicAlgorithms

/// Values that a few of the sections have, by the numbers of the sections.
///
/// Pairs in ascending order instead of a dictionary: each frame of a sideways scroll asks for the
/// values of one section.
struct SectionValues<Value> {
  private var sections: [Int] = []
  private var values: [Value] = []

  /// A Boolean value that indicates whether no section has a value.
  var isEmpty: Bool { sections.isEmpty }

  /// The value of a section; nil for one that has none. O(log sections with a value); a section that
  /// gets a value or loses it moves those behind it.
  subscript(section: Int) -> Value? {
    get { index(of: section).found.map { values[$0] } }
    set {
      let (place, found) = index(of: section)
      switch (found, newValue) {
      case (let found?, let value?): values[found] = value
      case (let found?, nil):
        sections.remove(at: found)
        values.remove(at: found)
      case (nil, let value?):
        sections.insert(section, at: place)
        values.insert(value, at: place)
      case (nil, nil): break
      }
    }
  }

  /// Returns the place of the first section from `section` on, and the same again if that is the
  /// section.
  private func index(of section: Int) -> (place: Int, found: Int?) {
    let place = sections.partitioningIndex { $0 >= section }
    return (place, place < sections.count && sections[place] == section ? place : nil)
  }

  /// Takes the values of all sections away; keeps the memory.
  mutating func removeAll() {
    guard !isEmpty else { return }
    sections.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
  }

  /// Returns the values of the sections to which `target` leads; nil leaves a section out. O(*k* log
  /// *k*) for *k* sections with a value.
  func mapped(
    _ target: (_ section: Int, _ value: Value) -> (section: Int, value: Value)?
  ) -> SectionValues {
    let moved = zip(sections, values).compactMap { target($0, $1) }
      .sorted { $0.section < $1.section }
    var mapped = SectionValues()
    mapped.sections = moved.map(\.section)
    mapped.values = moved.map(\.value)
    return mapped
  }
}

extension SectionValues: Equatable where Value: Equatable {}

/// The distances by which sections have scrolled by themselves, in points. Sections that are at their
/// beginning have none.
typealias OrthogonalOffsets = SectionValues<Double>

extension OrthogonalOffsets {
  /// Returns the offset of a section; 0 for one at its beginning. O(log sections that have an offset).
  func offset(ofSection section: Int) -> Double { self[section] ?? 0 }

  /// Gives a section another offset.
  mutating func setOffset(_ offset: Double, ofSection section: Int) {
    self[section] = offset == 0 ? nil : offset
  }
}
