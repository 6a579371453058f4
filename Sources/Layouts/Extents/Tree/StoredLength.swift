/// A number type that lengths are kept in: `Float` where all of a chunk's are exact in it.
protocol StoredLength: Sendable {
  init(_ length: Double)
  var points: Double { get }
}

extension Float: StoredLength {
  @inline(__always)
  var points: Double { Double(self) }
}

extension Double: StoredLength {
  @inline(__always)
  var points: Double { self }
}
