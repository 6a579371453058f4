#include "CAllocationInterposer.h"
extern int CAllocationInterposer_placeholder;
