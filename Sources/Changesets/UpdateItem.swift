/// One operation of an update, as layouts see it.
public struct UpdateItem: Hashable, Sendable {}
