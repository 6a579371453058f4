import Changesets
import Geometry
import Layouts

/// A view that is shown, and what was last applied to it.
struct LiveElement {
  var attributes: LayoutAttributes
  let view: CollectionReusableView
  /// The number of the match that last found it.
  fileprivate(set) var match: Int = 0
}

/// The views that are shown, held against the layout's answers (clauses E-4, E-5).
///
/// A match costs a look-up for each element of the answer and allocates nothing once the window has
/// seen as many elements before. It only finds what is to be done; the collection view does it,
/// because data sources and delegates may look at the window meanwhile.
struct VisibleWindow {
  /// In no order that means anything.
  private(set) var elements: [LiveElement] = []
  private var table = ElementTable()
  private var matches = 0
  /// What the last match found no view for: indexes into its answer, in its order.
  private(set) var entering: [Int] = []
  /// What the last match did not find in its answer.
  private(set) var leaving: [LiveElement] = []
  /// What the last match found with other attributes: indexes into its answer, and of elements.
  private(set) var changed: [(answer: Int, element: Int)] = []
  private(set) var repeated: Int?

  /// Holds the window against `answer`, the layout's about `bounds`: takes out what leaves, and notes
  /// what enters, what has changed, and an element that is there twice.
  mutating func match(_ answer: [LayoutAttributes], in bounds: Rect, skipsHidden: Bool) {
    matches += 1
    entering.removeAll(keepingCapacity: true)
    leaving.removeAll(keepingCapacity: true)
    changed.removeAll(keepingCapacity: true)
    repeated = nil
    var found = 0
    var guess = 0
    for index in answer.indices {
      guard answer[index].frame.overlaps(bounds), !(skipsHidden && answer[index].isHidden)
      else { continue }
      guard let place = place(of: answer[index], guess: guess) else {
        entering.append(index)
        continue
      }
      guess = place + 1
      guard elements[place].match != matches else {
        repeated = index
        continue
      }
      elements[place].match = matches
      found += 1
      if elements[place].attributes != answer[index] { changed.append((index, place)) }
    }
    guard found < elements.count else { return }
    takeOutUnmatched()
    // The last elements have taken the places of those that leave.
    for index in changed.indices {
      if let place = table.place(of: answer[changed[index].answer]) {
        changed[index].element = place
      }
    }
  }

  @inline(__always)
  private func place(of attributes: LayoutAttributes, guess: Int) -> Int? {
    // What was in one order last time mostly is again.
    if guess < elements.count, let path = attributes.itemPath,
      elements[guess].attributes.itemPath == path,
      elements[guess].attributes.category == attributes.category,
      elements[guess].attributes.kind == attributes.kind
    {
      return guess
    }
    return table.place(of: attributes)
  }

  private mutating func takeOutUnmatched() {
    for place in elements.indices where elements[place].match != matches {
      leaving.append(elements[place])
    }
    // From the back: what takes a free place has been looked at already.
    var place = elements.count
    while place > 0 {
      place -= 1
      if elements[place].match != matches { remove(at: place) }
    }
  }

  // MARK: Elements

  /// The place of a shown cell.
  func place(ofCell path: ItemPath) -> Int? { table.place(ofCell: path.section, path.item) }

  /// The place of what is shown of the attributes' element.
  func place(of attributes: LayoutAttributes) -> Int? { table.place(of: attributes) }

  /// The place of what is shown of an element.
  func place(of element: LayoutElement) -> Int? {
    table.place(of: LayoutAttributes(element))
  }

  mutating func insert(_ attributes: LayoutAttributes, _ view: CollectionReusableView) {
    table.set(attributes, to: elements.count)
    elements.append(LiveElement(attributes: attributes, view: view, match: matches))
  }

  /// Says that other attributes of the same element have been applied at `place`.
  mutating func setAttributes(_ attributes: LayoutAttributes, at place: Int) {
    elements[place].attributes = attributes
  }

  /// Takes the element at `place` out; the last one takes its place.
  @discardableResult
  mutating func remove(at place: Int) -> LiveElement {
    let removed = elements[place]
    table.remove(removed.attributes)
    let last = elements.removeLast()
    if place < elements.count {
      elements[place] = last
      table.set(last.attributes, to: place)
    }
    return removed
  }

  /// Takes everything out.
  mutating func removeAll() -> [LiveElement] {
    let all = elements
    elements.removeAll(keepingCapacity: true)
    table.removeAll()
    return all
  }

  /// Puts `elements` in place of everything, as after an update that moved them.
  mutating func replaceAll(with elements: [LiveElement]) {
    self.elements = elements
    table.removeAll()
    for (place, element) in elements.enumerated() { table.set(element.attributes, to: place) }
  }

  /// What is wrong with the table; nil for nothing.
  func violation() -> String? {
    var views: Set<ObjectIdentifier> = []
    for (place, element) in elements.enumerated() {
      guard table.place(of: element.attributes) == place else {
        return "\(element.attributes.element) is not found at its place"
      }
      guard views.insert(ObjectIdentifier(element.view)).inserted else {
        return "the view of \(element.attributes.element) is shown twice"
      }
    }
    return nil
  }
}
