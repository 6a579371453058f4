import CollectionViews
import Geometry
import Layouts

extension ViewPerformer {
  func changeLayout(_ operation: ViewOperation) throws(Mismatch) {
    defer { model.isSettled = false }
    switch operation {
    case .changeLayout(let name, let isAnimated): try change(to: name.make(), isAnimated)
    case .startTransition(let name): try startTransition(to: name.make())
    case .progress(let value):
      guard let layout = view.collectionViewLayout as? TransitionLayout else {
        throw Mismatch(
          "the layout during a transition", expected: "a TransitionLayout",
          found: "\(type(of: view.collectionViewLayout))")
      }
      layout.transitionProgress = value
      layout.invalidateLayout()
    case .finishTransition, .cancelTransition:
      let isFinish = operation == .finishTransition
      let isRunning = transition != nil && transition?.closing == nil
      let step: CollectionViewError.TransitionStep = isFinish ? .finish : .cancel
      if isRunning {
        transition?.closing = (isFinish, view.clock.now + view.animationDuration)
      }
      try call(
        expecting: isRunning
          ? nil
          : transition == nil
            ? .transition(wanted: step, isRunning: false) : .transitionEnding(wanted: step)
      ) {
        if isFinish {
          try view.finishInteractiveTransition()
        } else {
          try view.cancelInteractiveTransition()
        }
      }
    default: break
    }
  }

  private func change(to layout: CollectionViewLayout, _ isAnimated: Bool) throws(Mismatch) {
    if !model.isCold { try settleIfArmed() }
    // The pass after the end of a transition is a part of the change, which cannot be without it.
    app.faults.isHeld = transition != nil
    defer { app.faults.isHeld = false }
    let isSeen = model.hasShown && !view.bounds.isEmpty && !model.isCold
    // A transition that ends takes the offset back first.
    if !model.isSettled || transition != nil { keepsCells = false }
    if isSeen { expectPass() } else { isLayoutPrepared = false }
    model.isSettled = false
    interrupts = isSeen
    let number = newNumber()
    if isSeen {
      lastDue = 0
      expectCompletions(
        number, 1, isAnimated && view.animationsEnabled ? view.animationDuration : 0)
    } else {
      // Layouts that are only exchanged wait for nothing.
      pending.append(PendingCompletion(number: number, due: view.clock.now, isLoose: isLoose))
    }
    if let running = transition {
      transition = nil
      try call { try self.set(layout, isAnimated, number) }
      let end = app.transitionEnds.first
      try Mismatch.require(
        end?.number == running.number && end?.finished == false && end?.completed == false,
        "the end of a transition that another layout came into", expected: "false, false",
        found: end.map { "\($0.completed), \($0.finished)" } ?? "none")
      return
    }
    try call { try self.set(layout, isAnimated, number) }
  }

  private func set(
    _ layout: CollectionViewLayout, _ isAnimated: Bool, _ number: Int
  ) throws(CollectionViewError) {
    try view.setCollectionViewLayout(layout, animated: isAnimated) { [app, weak view] isFinished in
      app.complete(number, isFinished)
      if let view { app.reach(.completion, view) }
    }
  }

  private func startTransition(to layout: CollectionViewLayout) throws(Mismatch) {
    if let transition {
      let error: CollectionViewError =
        transition.closing == nil
        ? .transition(wanted: .start, isRunning: true) : .transitionEnding(wanted: .start)
      return try call(expecting: error) { try view.startInteractiveTransition(to: layout) }
    }
    try settleIfArmed()
    expectPass()
    model.isSettled = false
    interrupts = true
    lastDue = 0
    let number = newNumber()
    transition = RunningTransition(number: number)
    try call {
      lastTransition = try view.startInteractiveTransition(to: layout) {
        [app, weak view] completed, finished in
        app.endTransition(number, completed, finished)
        if let view { app.reach(.completion, view) }
      }
    }
  }

  /// The ends of transitions that the operation has brought about.
  func checkTransition() throws(Mismatch) {
    for end in app.transitionEnds {
      guard let running = transition, running.number == end.number else { continue }
      guard let closing = running.closing else {
        throw Mismatch(
          "a transition that nobody has ended", expected: "goes on",
          found: "ended with \(end.completed), \(end.finished)")
      }
      try Mismatch.check(
        "whether the transition's end says that it finished", closing.isFinish, end.finished)
      try Mismatch.check("whether the transition completed", true, end.completed)
      transition = nil
      isLayoutPrepared = true
    }
    if let due = transition?.closing?.due, view.clock.now >= due {
      throw Mismatch(
        "a transition that has been closed", expected: "ended by \(due)", found: "runs on")
    }
    try Mismatch.check("whether a transition runs", transition != nil, view.isInTransition)
  }
}
