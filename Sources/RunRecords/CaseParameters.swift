/// What a case ran on.
public struct CaseParameters: Codable, Hashable, Sendable {
  /// The scenario's name: `item-random`.
  public var scenario: String
  /// The strategy, or the floor's name.
  public var storage: String
  /// `strategy`, or `floor` for a bound that strategies are held against.
  public var role: String
  /// The dataset's name: `uniform-1000`, `directory`.
  public var data: String
  /// The item shape: `item8`, `record`, `text`, `object`.
  public var payload: String
  /// The number of items.
  public var items: Int
  /// The number of sections, where the dataset fixes it.
  public var sections: Int?
  /// Operations that one call of the measured closure performs.
  public var operationsPerCall: Int?

  private enum CodingKeys: String, CodingKey {
    case scenario, storage, role, data, payload, items, sections
    case operationsPerCall = "operations_per_call"
  }

  /// Names what a case ran on.
  public init(
    scenario: String, storage: String, role: String, data: String, payload: String, items: Int,
    sections: Int? = nil, operationsPerCall: Int? = nil
  ) {
    self.scenario = scenario
    self.storage = storage
    self.role = role
    self.data = data
    self.payload = payload
    self.items = items
    self.sections = sections
    self.operationsPerCall = operationsPerCall
  }
}
