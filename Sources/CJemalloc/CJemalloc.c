#include "CJemalloc.h"
extern int CJemalloc_placeholder;
