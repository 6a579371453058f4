import Benchmarking
import Commands
import Geometry
import Layouts

let visible = Scenario(
  "visible", summary: "Asks what is visible.", storage: "lanes", payload: "none", isHeadline: true
) { context in
  let bounds = Rect(x: 400, y: 0, width: 320, height: 480)
  let session = LayoutSession(LanesLayout(), bounds: bounds, itemCounts: [context.items, 7, 0, 9])
  let answer = try session.checkedAttributes(in: bounds).count  // Throws where the layout lies.
  return Measurement(operationsPerCall: 1, expectedAnswer: UInt64(answer)) {
    UInt64(session.layout.layoutAttributesForElements(in: bounds).count)
  }
}
BenchmarkTool.main(suites: [Suite("lanes", summary: "A layout.", scenarios: [visible])])
