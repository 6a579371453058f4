public import Changesets
public import Geometry

/// One frame of a recorded trace: what a user and an app did up to then.
///
/// A line of a trace file: a JSON object with the names of these properties.
public struct TraceFrame: Hashable, Sendable, Codable {
  /// The time since the trace began, in seconds.
  public var time: Double
  /// The content offset, in points.
  public var offset: Point
  /// The size of the view from this frame on, in points; nil for the size that it had.
  public var bounds: Size?
  /// Where a finger tapped, in content coordinates; nil for nowhere.
  public var tap: Point?
  /// What the app inserted, deleted, moved and reloaded before the frame; nil for nothing.
  public var update: Changeset?

  /// A frame.
  public init(
    time: Double, offset: Point, bounds: Size? = nil, tap: Point? = nil, update: Changeset? = nil
  ) {
    self.time = time
    self.offset = offset
    self.bounds = bounds
    self.tap = tap
    self.update = update
  }
}
