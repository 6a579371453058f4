import Layouts
