/// A clock that goes when it is told to: what a display link is to an app (clause AN-8).
///
/// Collection views made with it are told each time, so that their animations and flings go on.
public final class ManualClock {
  /// The time in seconds since it was made.
  public private(set) var now = 0.0
  private var views: [WeakView] = []

  private struct WeakView { weak var view: CollectionView? }

  /// A clock that stands at 0.
  public init() {}

  /// Lets `seconds` pass, in one step.
  ///
  /// - Precondition: `seconds` is finite and not negative.
  public func advance(by seconds: Double) {
    precondition(
      seconds >= 0 && seconds.isFinite,
      "ManualClock.advance(by:): the time must be finite and not negative")
    now += seconds
    // A view that is told may make another one with this clock.
    for entry in views { entry.view?.timeHasPassed() }
  }

  /// Returns the fraction of a duration that has passed since `start`, at most 1.
  func fraction(of duration: Double, since start: Double) -> Double {
    // Divided, the time of the end can be a little less than all of it.
    now >= start + duration ? 1 : min((now - start) / duration, 1)
  }

  func add(_ view: CollectionView) {
    views.removeAll { $0.view == nil }
    views.append(WeakView(view: view))
  }
}
