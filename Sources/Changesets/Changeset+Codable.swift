extension Changeset: Codable {
  private enum CodingKeys: String, CodingKey {
    case deletedSections, insertedSections, movedSections, reloadedSections
    case deletedItems, insertedItems, movedItems, reloadedItems, reconfiguredItems
  }

  /// Reads the operations that there are; an array that is absent is empty.
  ///
  /// - Parameter decoder: Where they are.
  /// - Throws: A `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func places<Place: Decodable>(_ key: CodingKeys) throws -> [Place] {
      try container.decodeIfPresent([Place].self, forKey: key) ?? []
    }
    self.init(
      deletedSections: try places(.deletedSections),
      insertedSections: try places(.insertedSections),
      movedSections: try places(.movedSections),
      reloadedSections: try places(.reloadedSections),
      deletedItems: try places(.deletedItems),
      insertedItems: try places(.insertedItems),
      movedItems: try places(.movedItems),
      reloadedItems: try places(.reloadedItems),
      reconfiguredItems: try places(.reconfiguredItems))
  }

  /// Writes the arrays that are not empty.
  ///
  /// - Parameter encoder: Where they go.
  /// - Throws: What the encoder does.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    func write<Place: Encodable>(_ places: [Place], _ key: CodingKeys) throws {
      if !places.isEmpty { try container.encode(places, forKey: key) }
    }
    try write(deletedSections, .deletedSections)
    try write(insertedSections, .insertedSections)
    try write(movedSections, .movedSections)
    try write(reloadedSections, .reloadedSections)
    try write(deletedItems, .deletedItems)
    try write(insertedItems, .insertedItems)
    try write(movedItems, .movedItems)
    try write(reloadedItems, .reloadedItems)
    try write(reconfiguredItems, .reconfiguredItems)
  }
}
