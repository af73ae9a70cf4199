#!/usr/bin/env python3
"""Writes Windows' names of time zones, Sources/C/CEmbedded/Tables/windows-zones.txt.

Usage: windows_zones.py [windowsZones.xml]

The names are CLDR's (https://cldr.unicode.org, Unicode licence): common/supplemental/windowsZones.xml of a release, or
without a file the copy of it that the system's ICU carries (CLDR 42 in Debian 12: package libicu72).
Each name becomes a line with the name that the tz database has for it, behind a tab.
"""
import ctypes
import re
import sys
from ctypes.util import find_library
from pathlib import Path

target = Path(__file__).resolve().parent.parent / "Sources/C/CEmbedded/Tables/windows-zones.txt"


def of_xml(path):
    text = Path(path).read_text(encoding="utf-8")
    return dict(re.findall(r'<mapZone other="([^"]+)" territory="001" type="([^"]+)"', text))


def of_icu():
    name = find_library("icui18n")
    version = name.rpartition(".")[2]
    icu = ctypes.CDLL(name)
    common = ctypes.CDLL(f"libicuuc.so.{version}")

    def text(function, *arguments):
        raw, error = (ctypes.c_uint16 * 256)(), ctypes.c_int(0)
        count = getattr(icu, f"{function}_{version}")(*arguments, raw, 256, ctypes.byref(error))
        return "".join(map(chr, raw[:count])) if error.value <= 0 else ""

    def utf16(value):
        return (ctypes.c_uint16 * (len(value) + 1))(*map(ord, value))

    error = ctypes.c_int(0)
    every = getattr(icu, f"ucal_openTimeZones_{version}")
    every.restype = ctypes.c_void_p
    each = getattr(common, f"uenum_next_{version}")
    each.restype = ctypes.c_char_p
    zones, found = ctypes.c_void_p(every(ctypes.byref(error))), {}
    while zone := each(zones, None, ctypes.byref(error)):
        windows = text("ucal_getWindowsTimeZoneID", utf16(zone.decode()), -1)
        if windows:
            found[windows] = text("ucal_getTimeZoneIDForWindowsID", utf16(windows), -1, None)
    return found


zones = of_xml(sys.argv[1]) if len(sys.argv) > 1 else of_icu()
# Since Chihuahua left that time in 2022, releases before CLDR 43 are an hour off.
zones["Mountain Standard Time (Mexico)"] = "America/Mazatlan"
assert len(zones) > 100 and zones["Eastern Standard Time"] == "America/New_York", len(zones)
target.write_text("".join(f"{name}\t{zone}\n" for name, zone in sorted(zones.items())), encoding="utf-8")
print(target, len(zones), "zones")
