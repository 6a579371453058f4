#include "CProcess.h"
extern int CProcess_placeholder;
