/// What a test of "the location is 0" holds against it.
public enum Alternative: Hashable, Sendable, CaseIterable {
  /// The location is not 0.
  case twoSided
  /// The location is above 0.
  case greater
  /// The location is below 0.
  case less
}
