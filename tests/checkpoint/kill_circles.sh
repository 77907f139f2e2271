#!/bin/bash
# kill.sh where positions come back.
PNS_KILL_PROBLEM=circles PNS_KILLS=${PNS_KILLS:-10} exec bash "$(dirname "$0")/kill.sh"
