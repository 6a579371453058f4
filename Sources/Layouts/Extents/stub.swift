/// Stub.
public typealias TreeExtents = NestedExtents
