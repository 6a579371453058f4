/// Stub.
public typealias FlatExtents = NestedExtents
