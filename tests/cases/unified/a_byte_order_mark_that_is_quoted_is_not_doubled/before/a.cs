using System;
using X;
