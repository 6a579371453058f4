/// A collection that cases run on.
struct DatasetChoice: Hashable {
  /// What ids say after `data=`.
  let label: String
  /// How many items it holds; nil where it is generated at any size.
  let items: Int?

  init(label: String, items: Int?) {
    self.label = label
    self.items = items
  }

  /// The distribution named `name`; nil where none is.
  init?(generated name: String) {
    guard name.hasPrefix("uniform-") else { return nil }
    self.init(label: name, items: nil)
  }
}
