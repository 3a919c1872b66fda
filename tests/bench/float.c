// SPDX-License-Identifier: GPL-2.0-or-later
// Floating point: a fast Fourier transform forth and back, and bodies that attract each other, ARGUMENT rounds.
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { POINTS = 4096, BODIES = 5, STEPS = 20000 };

static double complex wave[POINTS], roots[POINTS];

static void swap_into_order(void)
{
  for (unsigned i = 1, j = 0; i < POINTS; i++) {
    unsigned bit = POINTS >> 1;
    for (; j & bit; bit >>= 1)
      j ^= bit;
    j ^= bit;
    if (i < j) {
      double complex kept = wave[i];
      wave[i] = wave[j];
      wave[j] = kept;
    }
  }
}

static void transform(int backwards)
{
  swap_into_order();
  for (unsigned half = 1; half < POINTS; half *= 2)
    for (unsigned start = 0; start < POINTS; start += 2 * half)
      for (unsigned i = 0; i < half; i++) {
        double complex root = roots[i * (POINTS / 2 / half)];
        double complex odd = wave[start + half + i] * (backwards ? conj(root) : root);
        wave[start + half + i] = wave[start + i] - odd;
        wave[start + i] += odd;
      }
}

static struct body {
  double place[3], speed[3], mass;
} bodies[BODIES];

static void step(double dt)
{
  for (unsigned i = 0; i < BODIES; i++)
    for (unsigned j = 0; j < BODIES; j++) {
      double way[3], square = 0.01;
      for (unsigned k = 0; k < 3; k++) {
        way[k] = bodies[j].place[k] - bodies[i].place[k];
        square += way[k] * way[k];
      }
      for (unsigned k = 0; k < 3; k++)
        bodies[i].speed[k] += dt * bodies[j].mass * way[k] / (square * sqrt(square));
    }
  for (unsigned i = 0; i < BODIES; i++)
    for (unsigned k = 0; k < 3; k++)
      bodies[i].place[k] += dt * bodies[i].speed[k];
}

int main(int count, char **arguments)
{
  int rounds = count > 1 ? atoi(arguments[1]) : 1;
  for (unsigned i = 0; i < POINTS; i++)
    roots[i] = cexp(-M_PI * I * i / (POINTS / 2));
  for (unsigned i = 0; i < POINTS; i++)
    wave[i] = i % 37 - 18.0;
  for (unsigned i = 0; i < BODIES; i++)
    bodies[i] = (struct body){{i, i * 0.5 - 1, 2.0 - i}, {0.1 * i, -0.1, 0.05}, 1.0 + i};
  double sum = 0;
  for (int round = 0; round < rounds; round++) {
    transform(0);
    transform(1);
    for (unsigned i = 0; i < POINTS; i++)
      sum += cabs(wave[i] /= POINTS);
    for (unsigned i = 0; i < STEPS / 20; i++)
      step(1e-4);
  }
  printf("%.6f %.6f\n", sum, bodies[0].place[0]);
}
