"""Which addresses a box with network access can reach."""

from __future__ import annotations

import ipaddress

import pytest
from give_network import CLOSED_RANGES

CLOSED = [ipaddress.IPv4Network(f"{address}/{bits}") for address, bits in CLOSED_RANGES]


def is_closed(address: ipaddress.IPv4Address) -> bool:
    return any(address in each for each in CLOSED)


def test_what_is_not_the_public_internet_is_closed() -> None:
    ends = [address for each in CLOSED for address in (each[0], each[-1])]
    samples = [ipaddress.IPv4Address((index << 20) + 1) for index in range(1 << 12)]
    near = [address + step for address in ends for step in (-1, 0, 1) if 0 < int(address) < 0xFFFFFFFF]
    # The box has a loopback network of its own.
    foreign = [address for address in samples + near if not address.is_loopback]
    assert [address for address in foreign if not address.is_global and not is_closed(address)] == []


@pytest.mark.parametrize("address", ["169.254.169.254", "168.63.129.16", "192.0.0.192", "100.100.100.200"])
def test_addresses_of_cloud_settings_are_closed(address: str) -> None:
    assert is_closed(ipaddress.IPv4Address(address))


@pytest.mark.parametrize("address", ["1.1.1.1", "8.8.8.8", "168.63.129.15", "192.0.1.1", "223.255.255.255"])
def test_the_internet_is_open(address: str) -> None:
    assert not is_closed(ipaddress.IPv4Address(address))
