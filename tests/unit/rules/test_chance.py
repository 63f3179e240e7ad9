"""The generator of bulk play."""

import numpy as np

from istaka.rules.chance import MULTIPLIER, advance, next_below, seed_rng, shuffle

WITNESSES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)


def is_prime(number: int) -> bool:
    """Miller-Rabin; these witnesses decide every number below 3.3e24."""
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    return all(
        pow(witness, odd, number) == 1
        or any(pow(witness, odd << shift, number) == number - 1 for shift in range(twos))
        for witness in WITNESSES
    )


def test_the_multiplier_gives_the_full_period() -> None:
    assert is_prime(MULTIPLIER * 2**32 - 1)
    assert is_prime(MULTIPLIER * 2**31 - 1)
    assert MULTIPLIER * (2**32 - 1) + MULTIPLIER < 2**63, "no product overflows"


def test_steps_are_multiply_with_carry() -> None:
    rng = seed_rng(7)
    state = int(rng[0])
    for _ in range(100):
        state = MULTIPLIER * (state % 2**32) + state // 2**32
        assert advance(rng) == (state ^ (state >> 32)) % 2**32
        assert int(rng[0]) == state


def test_no_seed_gives_a_state_that_stands_still() -> None:
    seeds = [0, 1, 2**32 - 1, 2**32, 2**62 - 1, *range(2, 3000)]
    states = [int(seed_rng(seed)[0]) for seed in seeds]
    assert len(set(states)) == len(seeds)
    assert 0 not in states
    assert MULTIPLIER * 2**32 - 1 not in states


def test_numbers_below_a_bound_are_uniform() -> None:
    rng = seed_rng(11)
    counts = np.bincount([next_below(rng, 53) for _ in range(53_000)], minlength=53)
    assert len(counts) == 53
    chi_square = float(((counts - 1000) ** 2 / 1000).sum())
    assert chi_square < 52 + 4 * 104**0.5


def test_a_shuffled_wall_holds_all_tiles_and_no_starred_indicator() -> None:
    """R1, R4.2."""
    rng = seed_rng(3)
    wall = np.zeros(106, np.int8)
    for _ in range(300):
        shuffle(wall, rng)
        assert sorted(wall) == [tile // 2 for tile in range(106)]
        assert wall[105] != 52
