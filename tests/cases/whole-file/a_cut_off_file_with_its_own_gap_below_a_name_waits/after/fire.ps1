param([string]$Kiln = 'a')

if ($Kiln) {
    # ... (rest of the code inside the if block)
}

$heat = 900
$hold = 20
$cool = 3

Start-Firing $Kiln $heat
Write-Host 'fired'
