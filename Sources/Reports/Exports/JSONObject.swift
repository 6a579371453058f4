/// The members of a JSON object, each key once.
struct JSONObject {
  struct Member {
    let key: String
    let value: JSONValue
  }

  private(set) var members: [Member]
  private var keys: Set<String>

  init() {
    members = []
    keys = []
  }

  /// Adds a member; one without a value, or with a key that is taken, is left out.
  ///
  /// - Returns: Whether the key was free.
  /// - Complexity: O(1), amortised.
  @discardableResult
  mutating func add(_ key: String, _ value: JSONValue?) -> Bool {
    guard let value else { return true }
    guard keys.insert(key).inserted else { return false }
    members.append(Member(key: key, value: value))
    return true
  }
}
