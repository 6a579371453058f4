/// Checks a store against the plain array-of-arrays model.
public enum StoreConformance {}
