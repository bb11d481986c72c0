using namespace System.Text

$limit = 12

function Get-Jar {
    param($Id)
    return $jars[$Id]
}

function Add-Jar {
    param($Jar)
    $jars += $Jar
}
