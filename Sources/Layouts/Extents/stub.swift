/// Stub.
public typealias FlatExtents = NestedExtents
/// Stub.
public typealias TreeExtents = NestedExtents
