using System.Text;
using X;
