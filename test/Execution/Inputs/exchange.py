from harness import check, random

y = random(100, seed=1)
overwritten = y.copy()
overwritten[:90] = 1
overwritten[45:85] = 2
for n in (0, 1, 33, 300):
    x = random(n)
    check({"absolute": abs(x), "reversed": abs(x)[::-1], "overwritten": overwritten}, [x, y])
