internal import Benchmarking
internal import CollectionViews

extension Suite {
  /// The update trace that the user names, over each store and extent index.
  static var replayScenarios: [Scenario] {
    ReplayStorage.all.flatMap { storage in
      [
        replay(
          "list", "A commit of an update trace, in a list that stays at its top.", storage, .list,
          isFollowing: false),
        replay(
          "list-following",
          "A commit of an update trace, in a list that goes to where it changes something.",
          storage,
          .list, isFollowing: true),
        replay(
          "flow-following",
          "A commit of an update trace, in a flow layout that goes to where it changes something.",
          storage, .flow, isFollowing: true),
      ]
    }
  }

  private static func replay(
    _ variant: String, _ summary: String, _ storage: ReplayStorage, _ layout: ReplayLayout,
    isFollowing: Bool
  ) -> Scenario {
    Scenario(
      "replay-\(variant)", summary: summary, storage: storage.name, payload: ReplayItem.payloadName,
      bytesPerItem: 64, isHeadline: true, replays: .updates
    ) { context in
      let script = try ReplayScript.shared(in: context)
      let rig = try ReplayRig(script, storage, layout, isFollowing: isFollowing)
      let divergences = try rig.verify()
      let answer = rig.answer
      rig.beginCounting()
      return Measurement(
        operationsPerCall: script.batches.count, expectedAnswer: answer,
        counts: { rig.counts(divergences: divergences) },
        frames: FrameReplay(
          count: script.batches.count, rewind: { try rig.rewind() },
          perform: { try rig.perform($0) }, answer: { rig.visible })
      ) {
        do throws(CollectionViewError) { return try rig.perform() } catch { return ~answer }
      }
    }
  }
}
