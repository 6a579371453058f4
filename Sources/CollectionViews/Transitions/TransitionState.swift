import Geometry
import Layouts

/// An interactive transition that runs.
struct TransitionState {
  let source: CollectionViewLayout
  let target: CollectionViewLayout
  let layout: TransitionLayout
  let completion: ((Bool, Bool) -> Void)?
  /// How it ends, once it has been finished or cancelled.
  var closing: Closing?
  /// Whether the bounds are being moved to where the layout between has them.
  var isFollowing = false

  struct Closing {
    let isFinish: Bool
    let startProgress: Double
    let startTime: Double
    let duration: Double
  }
}
