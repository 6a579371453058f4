import Foundation
import RunRecords
import Testing

@Suite struct FileLockTests {
  @Test func aFileIsTakenOnceAtATime() throws {
    let path = NSTemporaryDirectory() + "cvbench-lock-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    var lock = try FileLock(taking: path)
    #expect(lock != nil)
    let second = try FileLock(taking: path)
    #expect(second == nil)
    withExtendedLifetime(lock) {}
    lock = nil
    let third = try FileLock(taking: path)
    #expect(third != nil)
  }

  @Test func whatCannotBeMadeIsSaid() throws {
    let error = try #require(throws: RecordError.self) {
      try FileLock(taking: "/no/such/directory/lock")
    }
    guard case .unwritable("/no/such/directory/lock", _) = error else {
      Issue.record("\(error)")
      return
    }
  }
}
