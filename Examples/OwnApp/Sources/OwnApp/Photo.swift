import Datasets

/// A photo of the app, made of a row of its CSV file.
struct Photo: RowItem, SeededItem {
  static let payloadName = "photo"

  let seed: ItemSeed
  let title: String
  /// The width over the height.
  let aspect: Double

  /// A photo of a generated collection, and one that a scenario inserts.
  init(_ seed: ItemSeed) {
    self.seed = seed
    title = "Photo \(seed.id % 10_000)"
    aspect = 0.75 + Double(seed.id % 4) / 4
  }

  init(_ seed: ItemSeed, row: DatasetRow) throws {
    self.seed = seed
    title = try row.text("title")
    let (width, height) = (try row.number("width"), try row.number("height"))
    guard width > 0, height > 0 else {
      throw try row.malformed("width", "a photo of \(width) × \(height) cannot be shown")
    }
    aspect = width / height
  }
}
